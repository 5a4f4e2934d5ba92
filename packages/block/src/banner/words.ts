/** Regular expressions (sources, flags `iu`) for cookie banners, in some thirty languages. */
export interface BannerWords {
  /** Words that every banner contains. */
  cookie: string;
  /** Words that stand around it in a notice: use, consent, privacy. */
  notice: string;
  /** Labels of buttons that say no. */
  reject: string;
  /** Labels that look like a no and are none: paying, leaving. */
  neverReject: string;
  /** Labels of buttons that lead to choices. */
  settings: string;
  /** Labels of buttons that say yes, or close the notice. */
  accept: string;
  /** Dialogs that mention cookies in passing: age gates, logins, newsletters. */
  otherDialog: string;
  /** Ids, classes and labels of elements that are about consent. */
  name: string;
}

const any = (...parts: readonly string[]) => parts.join('|');

export const bannerWords: BannerWords = Object.freeze({
  cookie: any(
    'cookie|gdpr|rgpd|dsgvo|ccpa',
    'kakor|informasjonskapsl|ev[äa]ste|k[üu]psis|s[īi]kdat|slapuk',
    'galetes|ciasteczk|kola[čc]i[ćc]|pi[šs]kotk|s[üu]ti(?:k|ket|ket|beáll|\\b)|[çc]erez|vafrak[öo]k|fian[áa]n',
    'куки|кукі|бисквитк|колачић|файл(?:ы|ов|и|ів)? cookie',
    'クッキー|쿠키|曲奇|עוגיות|كوكيز|ملفات تعريف الارتباط|คุกกี้|कुकी',
  ),
  notice: any(
    '\\buses?\\b|\\busing\\b|\\bstores?\\b|consent|privacy|partners|experience|preferences|personali[sz]',
    'verwend|nutz|einsatz|einwillig|datenschutz|zustimm',
    'utilis|consentement|confidentialit|partenaires',
    '\\busa(?:mos|r|mo)?\\b|utiliz|consentimiento|privacidad|consentimento',
    'utilizz|\\busiamo\\b|consenso',
    'gebrui|toestemming|anv[äa]nd|samtyck|bruger|samtykke|bruker|k[äa]yt[äe]|suostum',
    'u[żz]ywa|korzyst|stosuje|zgod|pou[žz][íi]v|souhlas|s[úu]hlas|haszn[áa]l|folos|consim[țt]|koris|uporablja|naudoj|izmanto|kasuta',
    'χρησιμοποι|использ|згод|соглас|використ|използва|kullan|nota[rs]|gunakan|s[ửu] d[ụu]ng',
    '使用|同意|利用|プライバシー|사용|동의|שימוש|משתמש|استخدام|نستخدم|ใช้|उपयोग',
  ),
  reject: any(
    '\\b(?:reject|decline|refuse|deny|disagree|opt.?out)',
    "\\b(?:do not|don'?t) (?:accept|agree|consent|allow)|without (?:accepting|agreeing|consent)",
    '(?:only|just|strictly) (?:the )?(?:necessary|essential|required|functional|technical)|(?:necessary|essential|required)(?: cookies)? only',
    'ablehnen|verweigern|nur (?:die )?(?:notwendig|erforderlich|essenziell|technisch)|ohne (?:zustimmung|einwilligung)',
    'refuser|rejeter|sans accepter|continuer sans|(?:n[ée]cessaires|essentiels) uniquement|uniquement (?:les )?(?:cookies )?(?:n[ée]cessaires|essentiels)',
    'rechaz|denegar|declinar|no acept|s[óo]lo (?:las )?(?:cookies )?(?:necesari|esencial)|rejeitar|recusar|apenas (?:os )?(?:cookies )?(?:necess[áa]ri|essencia)',
    'rifiuta|nega tutt|solo (?:i )?(?:cookie )?(?:necessari|tecnici|essenziali)|senza accettare',
    'weiger|afwijzen|(?:alleen|enkel) (?:de )?(?:noodzakelijk|functione|essenti)',
    'avvisa|neka|avb[öo]j|endast n[öo]dv[äa]ndiga|bara n[öo]dv[äa]ndiga|afvis|kun n[øo]dvendige|avvis|hylk[äa]|kielt[äa]|vain v[äa]ltt[äa]m[äa]tt[öo]m',
    'odrzu|odm[óo]w|tylko niezb[ęe]dne|odm[íi]tn|zam[íi]tn|pouze nezbytn|jen nezbytn|odmietn|len nevyhnutn',
    'elutas[íi]t|csak a sz[üu]ks[ée]ges|resping|refuz[ăa]|doar (?:cele )?necesare|odbij|samo nu[žz]n|zavrni|samo nujn|atmesti|noraid[īi]t|keeldu',
    'απόρριψη|απορρίπτω|άρνηση|отклонить|отказ|только необходим|відхил|лише необхідн|отхвърл|само необходим|одбиј',
    'reddet|yaln[ıi]zca gerekli|sadece gerekli|tolak|t[ừu] ch[ốo]i|rebutja|hafna',
    '拒否|拒绝|拒絕|不同意|仅(?:必要|必需)|僅必要|必要な.*のみ|거부|필수.*만|דחה|דחיי|رفض|ปฏิเสธ|अस्वीकार',
  ),
  neverReject: any(
    '\\bpay|subscri|abonn|abbon|suscri|assin|prenumer|subskryb|€|\\$|£|log ?in|sign ?in',
  ),
  settings: any(
    'settings|preferences|manage|customi[sz]e|options|choices|einstellung|anpassen|verwalten|auswahl',
    'param[èe]tr|pr[ée]f[ée]renc|personnalis|g[ée]rer|configur|preferenc|ajustes|gestionar|personaliz|impostazioni|gestisci',
    'instellingen|voorkeuren|beheer|inst[äa]llning|hantera|indstilling|tilpas|innstilling|asetukset|ustawienia|nastaven|be[áa]ll[íi]t|set[ăa]ri|postavke|nastavitve',
    'ρυθμίσεις|настро|налашт|ayar|設定|设置|설정|הגדרות|إعدادات|ตั้งค่า',
  ),
  accept: any(
    '\\baccept|\\bagree|\\ballow|\\bok(?:ay)?\\b|got it|understand|\\bconsent|continue|\\bclose\\b|dismiss',
    'akzept|zustimm|einverstanden|verstanden|schlie(?:ß|ss)en|annehmen|erlauben',
    "accepte|j['’]accepte|compris|fermer|autoriser|acept|entendid|de acuerdo|cerrar|aceit|concord|fechar|permitir",
    'accett|acconsent|ho capito|chiudi|consenti|accepter|akkoord|toestaan|begrepen|begrijp|snap (?:het|ik)|sluiten',
    'acceptera|godk[äa]nn|jag f[öo]rst[åa]r|st[äa]ng|accept[ée]r|godkend|tillad|godta|aksepter|hyv[äa]ksy|sulje',
    'akceptuj|zgadzam|rozumiem|zamknij|p[řr]ijm|souhlas|rozum[íi]m|s[úu]hlas[íi]m|elfogad|rendben|bez[áa]r|[îi]n[țt]eles|prihva[ćc]|sprejm|sutink|piekr[īi]t|n[õo]ustu',
    'αποδοχή|αποδέχομαι|принять|принимаю|согласен|понятно|прийня|погодж|приема|прихват|kabul|tamam|anlad[ıi]m|setuju|ch[ấa]p nh[ậa]n|[đd][ồo]ng [ýy]',
    '同意|接受|确定|確定|閉じる|承諾|許可|동의|확인|허용|אישור|מסכים|أوافق|قبول|موافق|ยอมรับ|स्वीकार',
    '^[×✕✖xX]$',
  ),
  otherDialog: any(
    '\\bage (?:verification|check|gate|confirm)|\\b(?:over|above|at least|older than) (?:18|21)\\b|\\b(?:18|21)\\+|\\b(?:18|21) years|of legal (?:drinking )?age|volljährig|mindestens 18|mayor(?:es)? de (?:edad|18)|majeur|maggiorenne',
    '\\bsign in\\b|\\blog ?in\\b|\\bcreate (?:an )?account|anmelden|iniciar sesi[óo]n|se connecter|accedi\\b',
    'newsletter|mailing list|your e-?mail',
  ),
  name: 'cookie|consent|gdpr|rgpd|dsgvo|ccpa|(?:^|[-_])cmp(?:[-_]|$)|sp_message|didomi|onetrust|truste(?!d)',
});
