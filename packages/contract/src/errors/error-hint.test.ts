import t from 'tap';
import { errorHint } from './error-hint.ts';
import { errorTable, type ErrorCode } from './error-table.ts';
import { builtInKinds } from '../kinds/built-in-kinds.ts';
import { parameterNames } from '../request/request-schemas.ts';

const codes = Object.keys(errorTable) as ErrorCode[];
const names = [...builtInKinds].flatMap(parameterNames).filter((name) => name.includes('_'));

t.test('hints use the words of each interface', async (t) => {
  t.match(errorHint('tls_failed', 'cli'), /--ignore-https-errors/);
  t.match(errorHint('tls_failed', 'http'), / ignore_https_errors/);
  t.match(errorHint('target_denied', 'cli'), /--allow HOST/);
  t.match(errorHint('target_denied', 'library'), /egress\.allow/);
  t.match(errorHint('target_denied', 'http'), /egress_allow/);
  t.match(errorHint('timeout', 'cli'), /--timeout.*--wait-until/);
  t.match(errorHint('timeout', 'http'), /max_timeout/);
  t.notMatch(errorHint('timeout', 'cli'), /fps|video/, 'most timeouts are of no recording');
  t.match(errorHint('invalid_parameter', 'cli'), /--help/);
});

t.test('no hint uses the words of another interface', async (t) => {
  for (const code of codes) {
    t.notMatch(errorHint(code, 'library'), /--[a-z]|TINTYPE_/, code);
    t.notMatch(errorHint(code, 'http'), /--[a-z]|TINTYPE_/, code);
    const cli = errorHint(code, 'cli');
    for (const name of names) t.notOk(cli.split(/[^\w-]/).includes(name), `${code}: ${name}`);
  }
});

t.test('advice that the message gives is not repeated', async (t) => {
  for (const face of ['library', 'cli', 'http'] as const) {
    t.equal(errorHint('image_too_large', face), '');
  }
});

t.test('nothing cites a file that only a checkout has', async (t) => {
  for (const code of codes) {
    for (const face of ['library', 'cli', 'http'] as const) {
      t.notMatch(errorHint(code, face), /docs\//, code);
    }
  }
});
