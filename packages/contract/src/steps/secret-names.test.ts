import t from 'tap';
import { isSecretName, secretKindOf } from './secret-names.ts';

const secrets: Record<string, string> = {
  password: 'password',
  user_pwd: 'password',
  'new-pass': 'password',
  newUserPassword2: 'password',
  '#pass': 'password',
  'input[type="password"]': 'password',
  Kennwort: 'password',
  'Contraseña actual': 'password',
  'Mot de passe': 'password',
  пароль: 'password',
  パスワード: 'password',
  비밀번호: 'password',
  sms_otp: 'code',
  smsotp: 'code',
  otp1: 'code',
  '2fa': 'code',
  mfaCode: 'code',
  'Verification code': 'code',
  'one-time-code': 'code',
  PIN: 'pin',
  'Your PIN:': 'pin',
  userPIN: 'pin',
  PINCode: 'pin',
  cvc: 'card_code',
  'cc-csc': 'card_code',
  'card security code': 'card_code',
  cardnumber: 'card_number',
  cardNumber: 'card_number',
  'cc-number': 'card_number',
  'Credit card number': 'card_number',
  Kartennummer: 'card_number',
  'Numéro de carte': 'card_number',
  access_token: 'secret',
  clientSecret: 'secret',
  apiKey: 'secret',
};

const others = [
  '',
  'email',
  'username',
  'user_name',
  'Passenger name',
  'passport_number',
  'compass',
  'shipping address',
  'pinned',
  'opinion',
  'zipCode',
  'promo_code',
  'Country code',
  'phone number',
  'card holder',
  'discard note',
  'hotplug',
  'Palabra clave',
  'tokens',
  'secretary',
  'search',
  'text/Log in',
  'aria/Filter[role="textbox"]',
];

t.test('recognises names of secrets, whatever their spelling', async (t) => {
  for (const [text, kind] of Object.entries(secrets)) {
    t.equal(secretKindOf(text), kind, text);
    t.equal(isSecretName(text), true, text);
  }
});

t.test('leaves other names alone', async (t) => {
  for (const text of others) t.equal(isSecretName(text), false, text);
});

t.test('reads the first 2,000 characters of a hostile name', async (t) => {
  for (const part of ['card ', 'number of ', 'one time ', 'A', 'verif', 'aA1 ']) {
    const text = part.repeat(100_000);
    t.equal(isSecretName(text), false, part);
    t.equal(isSecretName(`${text} password`), false);
  }
});
