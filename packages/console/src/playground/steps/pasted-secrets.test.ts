import t from 'tap';
import { withoutSecrets } from './pasted-secrets.ts';

const fill = (selector: string, value = 'hunter22') => ({ fill: selector, value });

t.test('finds fields of secrets by their selectors, also inside other steps', (t) => {
  for (const [selector, kind] of Object.entries({
    'aria/Password': 'password',
    '#pass': 'password',
    'input[name="user_pwd"]': 'password',
    '#otp': 'code',
    '[name=cc-number]': 'card_number',
  })) {
    const step = { type: 'change', selectors: [['#x'], [selector]], value: 'hunter22' };
    for (const steps of [[fill(selector)], [step], [{ if_visible: 'a', then: [fill(selector)] }]]) {
      const { recording, secrets } = withoutSecrets({ steps });
      t.same(secrets, { [kind]: 'hunter22' }, selector);
      t.notMatch(JSON.stringify(recording), 'hunter22');
      t.match(JSON.stringify(recording), `"value":"{{${kind}}}"`);
    }
  }
  t.same(withoutSecrets({ steps: [fill('#user')] }).secrets, {});
  const numbers = ['#otp', '#user'].map((selector) => ({ fill: selector, value: 123 }));
  t.same(withoutSecrets({ steps: numbers }).secrets, { code: '123' });
  const [, user] = numbers;
  t.same(withoutSecrets({ steps: [user] }).recording.steps, [user], 'faulty as it was');
  t.end();
});

t.test('replaces a found value wherever it occurs', (t) => {
  const value = 'a b{{c$&';
  const { recording, secrets } = withoutSecrets({
    url: `https://a.example/?q=${encodeURIComponent(value)}`,
    steps: [
      fill('#user', value),
      fill('#password', value),
      fill('#pin', '12'),
      fill('#again', '12'),
      { click: `text/Show ${value}` },
      { navigate: 'https://a.example/12?p=a+b%7B%7Bc%24%26' },
    ],
  });
  t.same(secrets, { password: value, pin: '12' });
  t.same(recording, {
    url: 'https://a.example/?q={{password}}',
    steps: [
      fill('#user', '{{password}}'),
      fill('#password', '{{password}}'),
      fill('#pin', '{{pin}}'),
      fill('#again', '{{pin}}'),
      { click: 'text/Show {{password}}' },
      { navigate: 'https://a.example/12?p={{password}}' },
    ],
  });
  t.end();
});

t.test('placeholders stay, and no other value has their name', (t) => {
  const steps = [fill('#password', '{{password}}'), fill('#pass', 'x{{pin}}'), fill('#pwd')];
  const { recording, secrets } = withoutSecrets({ steps });
  t.same(recording.steps, [steps[0], steps[1], fill('#pwd', '{{password2}}')]);
  t.same(secrets, { password2: 'hunter22' });
  t.end();
});
