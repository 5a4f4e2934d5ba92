/** A key of a US keyboard, as `Input.dispatchKeyEvent` expects it. */
export interface Key {
  key: string;
  code: string;
  windowsVirtualKeyCode: number;
  /** The text that it types. */
  text?: string;
  location?: number;
}

/** Names of keys, as in `KeyboardEvent.key`, with their codes: name, code, text. */
const named: Readonly<Record<string, readonly [code: string, keyCode: number, text?: string]>> = {
  Backspace: ['Backspace', 8],
  Tab: ['Tab', 9],
  Enter: ['Enter', 13, '\r'],
  Shift: ['ShiftLeft', 16],
  Control: ['ControlLeft', 17],
  Alt: ['AltLeft', 18],
  Escape: ['Escape', 27],
  Space: ['Space', 32, ' '],
  PageUp: ['PageUp', 33],
  PageDown: ['PageDown', 34],
  End: ['End', 35],
  Home: ['Home', 36],
  ArrowLeft: ['ArrowLeft', 37],
  ArrowUp: ['ArrowUp', 38],
  ArrowRight: ['ArrowRight', 39],
  ArrowDown: ['ArrowDown', 40],
  Insert: ['Insert', 45],
  Delete: ['Delete', 46],
  Meta: ['MetaLeft', 91],
  ContextMenu: ['ContextMenu', 93],
};

/** Other names of keys. */
const aliases: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  option: 'Alt',
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  ' ': 'Space',
  spacebar: 'Space',
};

/** Bits of `modifiers`. */
export const modifierBits: Readonly<Record<string, number>> = {
  Alt: 1,
  Control: 2,
  Meta: 4,
  Shift: 8,
};

/** Codes of keys that type signs, by the sign without and with shift. */
const signs: readonly [sign: string, shifted: string, code: string, keyCode: number][] = [
  ['`', '~', 'Backquote', 192],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
];

const shiftedDigits = ')!@#$%^&*(';

/** Returns a key by its name or the character that it types; undefined if there is none. */
export function keyOf(name: string): Key | undefined {
  const known = Object.keys(named).find((one) => one.toLowerCase() === name.toLowerCase());
  const own = known ?? aliases[name.toLowerCase()];
  const row = own === undefined ? undefined : named[own];
  if (own !== undefined && row) {
    const [code, windowsVirtualKeyCode, text] = row;
    const location = code.endsWith('Left') && code !== 'ArrowLeft' ? { location: 1 } : {};
    const key = own === 'Space' ? ' ' : own;
    return {
      key,
      code,
      windowsVirtualKeyCode,
      ...(text === undefined ? {} : { text }),
      ...location,
    };
  }
  const [, number] = /^F([1-9]|1[0-2])$/i.exec(name) ?? [];
  if (number !== undefined) {
    return { key: `F${number}`, code: `F${number}`, windowsVirtualKeyCode: 111 + Number(number) };
  }
  if ([...name].length !== 1) return undefined;
  return { key: name, text: name, ...positionOf(name) };
}

function positionOf(sign: string): Pick<Key, 'code' | 'windowsVirtualKeyCode'> {
  if (/^[a-z]$/i.test(sign)) {
    const letter = sign.toUpperCase();
    return { code: `Key${letter}`, windowsVirtualKeyCode: letter.charCodeAt(0) };
  }
  const digit = /^[0-9]$/.test(sign) ? Number(sign) : shiftedDigits.indexOf(sign);
  if (digit >= 0) return { code: `Digit${digit}`, windowsVirtualKeyCode: 48 + digit };
  const [, , code = '', windowsVirtualKeyCode = 0] =
    signs.find(([plain, shifted]) => plain === sign || shifted === sign) ?? [];
  return { code, windowsVirtualKeyCode };
}

/** Splits `Control+Shift+A` into its keys; undefined if one does not exist. */
export function keysOf(combination: string): Key[] | undefined {
  const names = combination.split(/\+(?!$)/).map((name) => (name.length > 1 ? name.trim() : name));
  const keys = names.map(keyOf);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

/** Returns what a key types while Shift is held. */
export function shifted({ text, ...key }: Key): Key {
  if (text === undefined || [...text].length !== 1 || text === ' ' || text === '\r') {
    return { ...key, ...(text === undefined ? {} : { text }) };
  }
  const digit = /^[0-9]$/.test(text) ? shiftedDigits[Number(text)] : undefined;
  const sign = signs.find(([plain]) => plain === text)?.[1];
  const upper = sign ?? digit ?? text.toUpperCase();
  return { ...key, key: upper, text: upper };
}
