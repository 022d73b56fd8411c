import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/lib/text-encoding.ts';

/** Texts in encodings that this platform can read but not write, as another program has written them. */
const WRITTEN: Readonly<Record<string, [text: string, hex: string]>> = {
  'windows-1251': [
    'Возврат в течение тридцати дней.',
    'c2eee7e2f0e0f220e220f2e5f7e5ede8e520f2f0e8e4f6e0f2e820e4ede5e92e',
  ],
  'koi8-r': [
    'Возврат в течение тридцати дней.',
    'f7cfdad7d2c1d420d720d4c5dec5cec9c520d4d2c9c4c3c1d4c920c4cec5ca2e',
  ],
  gb18030: [
    '# 退货 您可以在三十天内退货。运费由我们承担，退款将在五个工作日内完成。',
    '2320cdcbbbf520c4fabfc9d2d4d4dac8fdcaaeccecc4dacdcbbbf5a1a3d4cbb7d1d3c9ced2c3c7b3d0b5a3a3accdcbbfeebdabd4dacee5b8f6b9a4d7f7c8d5c4dacdeab3c9a1a3',
  ],
  big5: [
    '# 退貨 您可以在三十天內退貨。運費由我們承擔，退款將在五個工作天內完成。',
    '2320b068b36620b17aa569a548a662a454a451a4d1a4bab068b366a143b942b64fa5d1a7daadcca9d3bee1a141b068b4dab14ea662a4adadd3a475a740a4d1a4baa7b9a6a8a143',
  ],
  'euc-kr': [
    '# 반품 구매 후 30일 이내에 반품할 수 있습니다. 배송비는 무료입니다.',
    '2320b9ddc7b020b1b8b8c520c8c4203330c0cf20c0ccb3bbbfa120b9ddc7b0c7d220bcf620c0d6bdc0b4cfb4d92e20b9e8bcdbbaf1b4c220b9abb7e1c0d4b4cfb4d92e',
  ],
  shift_jis: [
    '# 返品 商品到着後30日以内に返品できます。送料は無料です。',
    '232095d49569208fa49569939e92858ce3333093fa88c893e082c995d4956982c582ab82dc82b78142919797bf82cd96b397bf82c582b78142',
  ],
  'euc-jp': [
    '# 返品 商品到着後30日以内に返品できます。送料は無料です。',
    '2320cad6c9ca20bea6c9cac5fec3e5b8e53330c6fcb0cac6e2a4cbcad6c9caa4c7a4ada4dea4b9a1a3c1f7cec1a4cfccb5cec1a4c7a4b9a1a3',
  ],
  'iso-2022-jp': ['返品は30日以内です。', '1b24424a56494a244f1b284233301b2442467c304a46622447243921231b2842'],
  'windows-1250': [
    '# Wysyłka trwa trzy dni. Zwrot w ciągu trzydziestu dni, także w święta.',
    '232057797379b36b6120747277612074727a7920646e692e205a77726f742077206369b967752074727a79647a696573747520646e692c2074616bbf652077209c7769ea74612e',
  ],
  'windows-1250 (Czech)': [
    'Zboží můžete vrátit do třiceti dnů. Příliš žluťoučký kůň.',
    '5a626f9eed206df99e657465207672e174697420646f2074f8696365746920646ef92e2050f8ed6c699a209e6c759d6f75e86bfd206bf9f22e',
  ],
  'windows-1253': [
    'Η επιστροφή γίνεται μέσα σε τριάντα ημέρες.',
    'c720e5f0e9f3f4f1eff6de20e3dfede5f4e1e920ecddf3e120f3e520f4f1e9dcedf4e120e7ecddf1e5f22e',
  ],
  'windows-1254': [
    'Ürünleri otuz gün içinde iade edebilirsiniz. Şikâyet için müşteri hizmetleri.',
    'dc72fc6e6c657269206f74757a2067fc6e2069e7696e646520696164652065646562696c697273696e697a2e20de696be27965742069e7696e206dfcfe746572692068697a6d65746c6572692e',
  ],
  'windows-1255': [
    'ניתן להחזיר מוצר בתוך שלושים יום.',
    'f0e9faef20ece4e7e6e9f820eee5f6f820e1fae5ea20f9ece5f9e9ed20e9e5ed2e',
  ],
  'windows-1256': [
    'يمكنك إرجاع المنتج خلال ثلاثين يوما.',
    'ede3dfe4df20c5d1ccc7da20c7e1e3e4cacc20cee1c7e120cbe1c7cbede420ede6e3c72e',
  ],
  'windows-1252 (German)': [
    'Eine Rückgabe ist für 45 Tage möglich: “5 €”.',
    '45696e652052fc636b67616265206973742066fc722034352054616765206df6676c6963683a2093352080942e',
  ],
  'windows-1252 (French)': [
    'Retours gratuits sous 30 jours après réception de la commande.',
    '5265746f75727320677261747569747320736f7573203330206a6f75727320617072e8732072e963657074696f6e206465206c6120636f6d6d616e64652e',
  ],
  'windows-1252 (a word)': ['Größe: 5 €', '4772f6df653a20352080'],
  'iso-8859-1': [
    'São Paulo: devolução em até 7 dias. Não há custo.',
    '53e36f205061756c6f3a206465766f6c75e7e36f20656d206174e9203720646961732e204ee36f2068e120637573746f2e',
  ],
};

describe('a text without a byte order mark is read in its encoding', () => {
  test.each(Object.entries(WRITTEN))('%s', (_encoding, [text, hex]) => {
    expect(decodeText(Buffer.from(hex, 'hex'))).toBe(text);
  });
});

test.each([
  ['a few characters of GBK', 'b7b5bbf5a3bac8fdcaaeccecc4da'],
  ['a few characters of Shift_JIS', '95d4956982cd3330937a88c893e082c582b7814200'.slice(0, -2)],
  [
    'Baltic letters that might be Western ones',
    Buffer.from(
      'Prekes galite gr\u00e0\u00feinti per trisde\u00f0imt dien\u00f8. \u00d0iauliai, \u00fe\u00e0sis.',
      'latin1',
    ).toString('hex'),
  ],
  ['bytes that are not text', '486920818d9dff'],
  ['half a character of UTF-16', 'fffe41'],
])('a text whose encoding is uncertain is refused: %s', (_what, hex) => {
  expect(decodeText(Buffer.from(hex, 'hex'))).toBeUndefined();
});

const PAGE = '<meta charset="CHARSET"><p>Größe: 5 €</p>';
const page = (charset: string) => PAGE.replace('CHARSET', charset);

test.each([
  [
    'a UTF-8 byte order mark over the page',
    Buffer.from(`\ufeff${page('iso-8859-1')}`),
    page('iso-8859-1'),
    {},
  ],
  [
    'a UTF-16 byte order mark over the server',
    Buffer.from('\ufeffGröße', 'utf16le'),
    'Größe',
    { charset: 'utf-8' },
  ],
  ['UTF-8 over a page that says utf-16', Buffer.from(page('utf-16')), page('utf-16'), {}],
  ['UTF-8 over a page that says unicode', Buffer.from(page('unicode')), page('unicode'), {}],
  [
    'valid UTF-8 over a page that declares windows-1252',
    Buffer.from(page('windows-1252')),
    page('windows-1252'),
    {},
  ],
  [
    'the declaration of the page',
    Buffer.from(page('windows-1251').replace('Größe: 5 €', 'Äà'), 'latin1'),
    page('windows-1251').replace('Größe: 5 €', 'Да'),
    {},
  ],
  [
    'the XML declaration of the page',
    Buffer.from('<?xml version="1.0" encoding="windows-1251"?><p>Äà', 'latin1'),
    '<?xml version="1.0" encoding="windows-1251"?><p>Да',
    {},
  ],
  ['the declaration of the server', Buffer.from('Äà', 'latin1'), 'Да', { charset: 'windows-1251' }],
  ['an unknown name is ignored', Buffer.from('plain'), 'plain', { charset: 'x-none' }],
])('if several encodings are declared, one wins: %s', (_what, bytes, text, stated) => {
  expect(decodeText(bytes, { isHtml: true, ...stated })).toBe(text);
});
