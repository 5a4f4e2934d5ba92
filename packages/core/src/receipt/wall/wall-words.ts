import type { PageSignals } from '../in-page/inspect-page.ts';

/** Words for signing in, in titles, headings and buttons. */
export const signInWords =
  /\b(?:(?:log|sign)[ -]?(?:in|on)|login|authenticate|authentication|anmelden|anmeldung|einloggen|connexion|se connecter|connectez-vous|identifiez-vous|iniciar sesión|acceder|accedi|entrar|inloggen|logga in|zaloguj)(?![\w-])|войти|登录|ログイン|로그인/i;

/** Phrases that require signing in to see the rest. */
export const signInToSee =
  /\b(?:(?:log|sign) ?in|sign up|register|join|create (?:an|a free|your) account)\b[^.!?]{0,60}\b(?:to|and) (?:continue|see|view|keep|read|unlock|access|get|browse|watch|follow)\b|you (?:must|need to|have to) (?:be logged in|be signed in|log in|sign in|register)|melden sie sich an, um|connectez-vous pour|inicia sesión para|accedi per/i;

/** Texts that require payment or registration for the rest. */
export const paywallWords =
  /to (?:continue|keep|carry on) reading|continue reading (?:this|with|for|the (?:full|rest))|subscribe (?:now |today )?(?:to|for|and) (?:read|continue|keep|unlock|get (?:full|unlimited)|access|unlimited)|already (?:a|an) (?:subscriber|member)|(?:this|the) (?:article|content|story|post|page) is (?:for|reserved for|exclusive(?:ly)? (?:to|for)|only (?:available )?(?:to|for)|available (?:only )?(?:to|for)|locked)|for (?:paying |paid )?(?:subscribers|members) only|(?:subscriber|member)[- ](?:only|exclusive)|unlock (?:this|the (?:full|rest|whole)|full|unlimited)|you(?:['’]ve| have) (?:reached|read|used|hit) (?:your|all|the)[^.!?]{0,40}(?:limit|free|last|articles)|free articles? (?:left|remaining|this month)|weiterlesen mit|jetzt (?:weiterlesen|abonnieren|testen)|nur für abonnenten|réservé (?:à nos |aux )abonnés|il vous reste [^.!?]{0,20} à (?:lire|découvrir)|pour lire la suite|suscríbete para|exclusivo para suscriptores|abbonati per|riservato agli abbonati/i;

/** Labels of buttons that lead to payment or to signing in. */
export const payButtons =
  /subscri|sign ?in|log ?in|sign ?up|register|join|member|trial|plan|continue|unlock|offer|abonn|testen|suscr|anmelden|connect|registr/i;

export const ageWords =
  /\b(?:over|older than|at least|least|under|be|aged?) (?:the age of )?(?:16|18|19|20|21)\b|\b(?:18|21) ?(?:\+|years? (?:old|of age)|or (?:older|over))|legal (?:drinking|smoking|purchase|purchasing) age|of legal age|age (?:verification|check|restricted|gate|confirmation)|(?:verify|confirm|enter) your (?:age|date of birth|birth)|mindestens (?:16|18) jahre|über (?:16|18)|avez-vous (?:plus de )?18|18 ans|mayor(?:es)? de (?:18|edad)|maggiorenne/i;

export const ageButtons =
  /^(?:yes|no|ja|nein|oui|non|s[ií]|enter|exit|leave|i am|i['’]m|continue|confirm|submit|proceed|agree|over|under|18|21|entrer|quitter|eintreten|bestätigen)\b/i;

export const cookieWords =
  /\bcookies?\b|\bconsent\b|personal data|privacy|partners|gdpr|datenschutz|einwilligung|einwilligen|confidentialité|consentement|données personnelles|privacidad|consentimiento|datos personales/gi;

export const acceptButtons =
  /^(?:i )?(?:accept|agree|allow|got it|ok(?:ay)?\b|yes|consent|alle akzeptieren|akzeptieren|zustimmen|einverstanden|tout accepter|accepter|j['’]accepte|aceptar|acepto|accetta|accetto|aceitar)|accept (?:all|and|&|cookies)|agree (?:and|&|to)/i;

/** Phrases that offer payment as the alternative to consent. */
export const payOrConsent =
  /\b(?:subscri\w*|abonn\w*|pur[- ]abo|suscri\w*|abbona\w*|pay(?:ing)?|without (?:ads?|advertising|tracking)|ad[- ]free|werbefrei|sans publicité|sin publicidad)\b/i;

/** Returns whether a page has no more text and controls than this. */
export function isShort(
  { shown, links }: PageSignals,
  max: { text: number; links: number },
): boolean {
  return !shown.isLong && shown.text.length <= max.text && links <= max.links;
}

/** Returns fields for typing, except for search. */
export function typedFields({ fields }: PageSignals): PageSignals['fields'] {
  return fields.filter(
    ({ type, name }) => type !== 'search' && type !== 'select' && !/search|query|\bq\b/i.test(name),
  );
}
