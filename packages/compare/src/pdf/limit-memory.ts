const pageBytes = 65_536;
const memorySection = 5;

/**
 * Returns a WebAssembly module whose memory cannot exceed a limit: a file that needs more ends with
 * an error, instead of taking the memory of the machine.
 * @throws Error if the module declares no maximum that can be lowered
 */
export function limitMemory(module: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const limited = Uint8Array.from(module);
  for (let at = 8; at < limited.length;) {
    const section = limited[at];
    const size = readNumber(limited, at + 1);
    if (section === memorySection) {
      const count = readNumber(limited, size.end);
      const hasMax = limited[count.end] === 1;
      const least = readNumber(limited, count.end + 1);
      const most = readNumber(limited, least.end);
      const pages = Math.floor(maxBytes / pageBytes);
      if (!hasMax || pages < least.value || pages > most.value) break;
      writeNumber(limited, pages, least.end, most.end);
      return limited;
    }
    at = size.end + size.value;
  }
  throw new Error('The memory of the module cannot be limited.');
}

/** Reads an unsigned LEB128 number. */
function readNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let [value, factor, end] = [0, 1, start];
  for (;;) {
    const byte = bytes[end] ?? 0;
    value += (byte & 127) * factor;
    factor *= 128;
    end += 1;
    if (byte < 128) return { value, end };
  }
}

/** Writes a number over another one, in as many bytes. */
function writeNumber(bytes: Uint8Array, value: number, start: number, end: number): void {
  let left = value;
  for (let at = start; at < end; at += 1) {
    bytes[at] = (left & 127) | (at < end - 1 ? 128 : 0);
    left >>>= 7;
  }
}
