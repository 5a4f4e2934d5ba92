import { RenderError } from '@tintype/contract/errors';
import t from 'tap';
import { postgresError } from './postgres-error.ts';

const storage = (error: unknown, message: RegExp) => {
  const told = postgresError(error);
  t.ok(told instanceof RenderError, String(error));
  t.match(told, { code: 'storage_failed', message });
};
const coded = (fields: object, message = 'it failed') => Object.assign(new Error(message), fields);

t.test('what the server says, whatever it says', async () => {
  for (const [code, message] of [
    ['55P03', /others were in the way/],
    ['40001', /others were in the way/],
    ['40P01', /others were in the way/],
    ['25006', /can only be read/],
    ['25P02', /had failed before/],
    ['25P03', /idle for too long/],
    ['0A000', /refused a statement \(0A000\)/],
    ['42501', /may not do this/],
    ['28P01', /user or password/],
  ] as const) {
    storage(coded({ code, severity: 'ERROR' }), message);
  }
  t.match(postgresError(coded({ code: '53100', severity: 'ERROR' })), { code: 'storage_full' });
});

t.test('the network, TLS and the driver', async () => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ETIMEDOUT']) {
    storage(coded({ code, syscall: 'connect' }), /does not answer/);
    storage(new AggregateError([coded({ code, syscall: 'connect' })]), /does not answer/);
  }
  for (const code of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ]) {
    storage(coded({ code }), /certificate/);
  }
  storage(coded({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), /TLS/);
  storage(new Error('The server does not support SSL connections'), /does not take TLS/);
  storage(new Error('Cannot use a pool after calling end on the pool'), /lost/);
  storage(new Error('Query read timeout'), /does not answer/);
  storage(new Error('Client has encountered a connection error and is not queryable'), /lost/);
});

t.test('an address that is not valid, without its password', async (t) => {
  const address = 'postgres://user:s3cret@host:port/x';
  let error: unknown;
  try {
    error = new URL(address);
  } catch (failure) {
    error = postgresError(failure);
  }
  t.match(error, { code: 'storage_failed', message: /address is not valid/ });
  t.notMatch(JSON.stringify(error, Object.getOwnPropertyNames(error)), /s3cret/);
  t.equal((error as Error).cause, undefined);
});

t.test(
  'a statement that is wrong is a fault of the program: it will not be right later',
  async (t) => {
    for (const code of ['22P02', '22021', '23505', '42601', '42P01', '54000']) {
      const fault = coded({ code, severity: 'ERROR' });
      t.equal(postgresError(fault), fault, code);
      t.equal(RenderError.from(fault).code, 'internal', code);
    }
  },
);

t.test('a fault of the program stays one', async (t) => {
  const fault = new TypeError('x is not a function');
  t.equal(postgresError(fault), fault);
});
