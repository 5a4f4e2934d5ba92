/** Kinds of secrets; recordings use them as names. */
export type SecretKind = 'password' | 'pin' | 'code' | 'card_number' | 'card_code' | 'secret';

/** Returns true if a name, label or selector of a field is that of a secret, as `user_pwd` is. */
export function isSecretName(text: string): boolean {
  return secretKindOf(text) !== '';
}

/**
 * Returns the kind of secret that a name, label or selector of a field is about; an empty text if
 * none. Self-contained: it also runs in pages.
 */
export function secretKindOf(text: string): SecretKind | '' {
  // `userPIN2`, `user-pin` and `Your PIN:` are the same words. Accents are optional in names.
  const words = text
    .slice(0, 2000)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})|(\p{L})(?=\p{N})/gu, '$& ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  const line = ` ${words} `;
  const kinds: [SecretKind, RegExp][] = [
    ['card_code', / (?:cvv|cvc|csc|cvn|cid)\b|card ?(?:verification|code|security)|prufziffer/],
    [
      'card_number',
      /(?:credit|debit|kredit)?(?:card|cc|karten|carte|carta|kort|tarjeta|cartao) ?(?:de credito |de credit )?(?:number|num|no|nr|nummer|numero) | (?:number|num|numero|numer) (?:on |of |de |da |do |della |la )*(?:card|carte|carta|tarjeta|cartao|karty) |\bpan (?:number|num) |kartennummer|カード番号|卡号|卡號|номер карты/,
    ],
    [
      'code',
      /otp |\b(?:otp|otc|mfa|2fa|tfa|totp) |(?:one ?time|security|verif\w*|authenticat\w*|confirmation|sms|auth|2 ?step|two ?factor) ?(?:code|token|pin)|(?:verification|sicherheits|bestatigungs|einmal)code|code de (?:verification|securite)|codigo de (?:verificacion|seguridad|verificacao|seguranca)|验证码|驗證碼|確認コード|認証コード|인증번호|код подтверждения/,
    ],
    [
      'password',
      /passw|pass word|pass ?(?:code|phrase)| pass | (?:pw|psw|psswd|mdp|senha|clave|parola|haslo|heslo|sifre|salasana|passord|jelszo|palavra passe) |pwd|passwd|kennwort|wachtwoord|losenord|adgangskode|adgangskod|contrasen|mot ?de ?passe|lozinka|geslo|парол|密码|密碼|パスワード|暗証|비밀번호|รหัสผ่าน|كلمة المرور|סיסמה/,
    ],
    ['pin', / pin | pin ?(?:code|number|nummer)|geheimzahl/],
    ['secret', / (?:secret|token|api ?key|private ?key|recovery ?key|seed ?phrase) /],
  ];
  return kinds.find(([, pattern]) => pattern.test(line.replace(' palabra clave ', ' ')))?.[0] ?? '';
}
