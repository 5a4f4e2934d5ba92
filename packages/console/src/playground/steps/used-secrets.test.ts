import t from 'tap';
import { withUsedSecrets } from './used-secrets.ts';

const steps = JSON.stringify([{ fill: '#p', value: '{{ password }}' }]);

t.test('sends the secrets that steps fill in', (t) => {
  const secrets = JSON.stringify({ password: 's3cret', other: 'word' });
  t.same(withUsedSecrets({ url: 'a', steps, secrets }), {
    url: 'a',
    steps,
    secrets: JSON.stringify({ password: 's3cret' }),
  });
  t.same(withUsedSecrets({ url: 'a', steps: '', secrets }), { url: 'a', steps: '' });
  t.same(withUsedSecrets({ secrets }), {});
  t.end();
});

t.test('leaves secrets that are no object to the service', (t) => {
  for (const secrets of ['x', '7', 'null']) {
    t.same(withUsedSecrets({ steps, secrets }), { steps, secrets });
  }
  t.same(withUsedSecrets({ steps }), { steps });
  t.end();
});
