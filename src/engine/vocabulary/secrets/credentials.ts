/** Words for passwords and other credentials, by language. Letters may precede or follow them, as in `dbPassword` and declined forms. */
const credentials = {
  en: 'password passwd passphrase passcode pwd secret token credential apikey authorization bearer identified masterauth sessid jsession string_data github_oauth',
  ar: 'المرور السر',
  bg: 'парола',
  ca: 'contrasenya',
  da: 'adgangskode kodeord',
  de: 'passwort kennwort geheimnis zugangsdaten',
  el: 'κωδικός κωδικος συνθηματικό',
  es: 'contraseña contrasena contraseñas',
  fa: 'گذرواژه',
  fi: 'salasana',
  fr: 'motdepasse',
  he: 'סיסמה סיסמא',
  hi: 'पासवर्ड',
  hr: 'lozinka zaporka',
  hu: 'jelszó jelszo jelszav',
  ja: 'パスワード 暗証番号',
  ko: '비밀번호 암호',
  nl: 'wachtwoord',
  no: 'passord',
  pl: 'hasło haslo hasła',
  pt: 'senha',
  ru: 'пароль пароля паролем',
  sr: 'лозинка',
  sv: 'lösenord losenord',
  th: 'รหัสผ่าน',
  tr: 'şifre sifre',
  zh: '密码 密碼 口令',
};

/** The same, for words that name a credential only as the last part of an identifier: many have other meanings within longer words. */
const endings = {
  en: 'pass pw auth creds sig sas psk eap',
  cs: 'heslo',
  es: 'clave',
  fr: 'passe',
  id: 'sandi',
  sl: 'geslo',
  tr: 'parola',
  vi: 'khẩu',
};

export const credentialWords = Object.values(credentials).join(' ');
export const credentialEndings = Object.values(endings).join(' ');
