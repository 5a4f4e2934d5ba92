import t from 'tap';
import { startFailure } from './start-failure.ts';

const path = '/opt/shell';
const exit = { code: 127, signal: null };

t.test('a missing library is named, with its package', async (t) => {
  const line = (name: string) =>
    `${path}: error while loading shared libraries: ${name}: cannot open shared object file: No such file or directory\n`;
  t.equal(
    startFailure({ path, exit, stderr: line('libnss3.so') }),
    'The browser /opt/shell does not start: the library libnss3.so is missing. Install it: `apt-get install libnss3` on Debian and Ubuntu.',
  );
  t.match(
    startFailure({ path, exit, stderr: line('libodd.so.9') }),
    /libodd.so.9 is missing.*package/,
  );
});

t.test('a system that is too old', async (t) => {
  const stderr = `${path}: /lib/x86_64-linux-gnu/libc.so.6: version \`GLIBC_2.38' not found (required by ${path})`;
  t.match(
    startFailure({ path, exit, stderr }),
    /needs GLIBC_2.38, which this system is too old for/,
  );
});

t.test('errors of the start itself', async (t) => {
  const error = (code: string) => Object.assign(new Error(`spawn ${code}`), { code });
  const failed = (code: string) => startFailure({ path, stderr: '', error: error(code) });
  t.match(failed('ENOENT'), /there is no such file/);
  t.match(failed('EACCES'), /permission denied/);
  t.match(failed('ENOEXEC'), /no program for this processor/);
  t.match(failed('EMFILE'), /spawn EMFILE/);
});

t.test('the line that tells most is quoted, not the last', async (t) => {
  const stderr = 'noise\n[1:1:FATAL:x.cc(1)] disk full\nbacktrace\n#0 0x1\n';
  const signal = 'SIGTRAP' as const;
  const text = startFailure({ path, stderr, exit: { code: null, signal } });
  t.equal(
    text,
    'The browser /opt/shell was ended by SIGTRAP before it answered. Its last message: [1:1:FATAL:x.cc(1)] disk full',
  );
});
