import { checkValue } from '@tintype/contract/read';
import t from 'tap';
import { watchField } from './watch-field.ts';

const check = (value: unknown) => checkValue(watchField, value, 'watch');
const messagesOf = (value: unknown) => (check(value).problems ?? []).map(({ message }) => message);

t.test('the defaults', (t) => {
  t.same(check({}), {
    value: {
      on: 'any',
      threshold: 0,
      ignore_selectors: [],
      ignore: [],
      ignore_text: [],
      confirm: true,
      keep: 100,
      notify: [],
    },
  });
  t.end();
});

t.test('a complete one', (t) => {
  const value = {
    on: 'selector',
    selector: 'main > [data-x="a{"]:is(h1, .b\\{)',
    threshold: 0.5,
    ignore_selectors: ['.ad', '#clock'],
    ignore: [{ x: 0, y: 0, width: 1, height: 1 }],
    ignore_text: [String.raw`\d+ visitors`],
    confirm: false,
    keep: 1000,
    notify: [
      { type: 'slack', url: 'https://hooks.slack.com/x' },
      { type: 'email', to: 'a@example.com' },
      { type: 'ntfy', url: 'https://ntfy.example/sub/my-topic?auth=1' },
    ],
  };
  t.same(check(value), { value });
  t.end();
});

t.test('problems name the part, what is expected and why', (t) => {
  const many = <T>(item: T) => Array.from({ length: 51 }, () => item);
  const cases: [value: unknown, message: RegExp][] = [
    [[], /^watch must be .*; got an empty list\.$/],
    [{ on: 'everything' }, /^watch\.on must be one of any, visual, text, .*; got "everything"/],
    [{ ignores: [] }, /^Unknown parameter watch\.ignores\. Did you mean ignore\?$/],
    [{ threshold: 2 }, /^watch\.threshold must be a number from 0 to 1; got 2\.$/],
    [{ keep: 0 }, /^watch\.keep must be an integer from 1 to 1000; got 0\.$/],
    [{ ignore_selectors: many('a') }, /list of at most 50 CSS selectors .*; got a list of 51\.$/],
    [{ ignore_selectors: ['.a', ''] }, /got "" as item 2: it is empty\.$/],
    [{ ignore_selectors: ['--'] }, /got "--" as item 1: it starts with --\.$/],
    [{ ignore_selectors: ['a[b'] }, /got "a\[b" as item 1: \] is missing\.$/],
    [{ ignore_selectors: ['a)'] }, /\) was not opened\.$/],
    [{ ignore_selectors: ['a["x]'] }, /a quote is not closed\.$/],
    [{ ignore_selectors: ['a { color: red }'] }, /a selector has no \{ \} or ;\.$/],
    [{ ignore_selectors: ['a,'] }, /something is missing before or after a combinator\.$/],
    [{ ignore_selectors: ['a'.repeat(1025)] }, /it has 1025 characters\.$/],
    [{ ignore: many({ x: 0, y: 0, width: 1, height: 1 }) }, /got a list of 51\.$/],
    [
      { ignore: [{ x: 0, y: 0, width: 0, height: 1 }] },
      /^watch\.ignore must be a list of at most 50 areas/,
    ],
    [{ ignore_text: ['('] }, /got "\(" as item 1: Unterminated group\.$/],
    [{ ignore_text: [''] }, /it is empty\.$/],
    [{ ignore_text: ['a'.repeat(501)] }, /it has 501 characters\.$/],
    [{ on: 'selector' }, /^watch needs a selector with "on": "selector"/],
    [{ selector: 'h1' }, /^watch has a selector, which needs "on": "selector"; got "any"\.$/],
    [{ notify: [{ type: 'slack' }] }, /url of slack must be an address that starts with https/],
    [{ notify: [{ type: 'email', to: 'nobody' }] }, /to of email must be an address\.$/],
    [{ notify: [{ type: 'email', to: 'a(b)@x.example' }] }, /to of email must be an address\.$/],
    [{ notify: [{ type: 'ntfy', url: 'file:///x' }] }, /url of ntfy must be an address/],
    [{ notify: [{ type: 'ntfy', url: 'http://ntfy.example/x' }] }, /starts with https:\/\/\.$/],
    ...['', '%zz', 'a%2fb', 'a b', 'x'.repeat(65)].map((topic): [unknown, RegExp] => [
      { notify: [{ type: 'ntfy', url: `https://ntfy.example/${topic}` }] },
      /url of ntfy must end with a topic: 1 to 64 letters, digits, - and _\.$/,
    ]),
    [{ notify: Array.from({ length: 11 }, () => ({ type: 'email', to: 'a@b' })) }, /at most 10/],
  ];
  for (const [value, message] of cases) {
    const [first = ''] = messagesOf(value);
    t.match(first, message, JSON.stringify(value).slice(0, 60));
  }
  t.end();
});

t.test('addresses of notifications are not shown', (t) => {
  const notify = [
    { type: 'slack', url: 'http:/secret' },
    { type: 'sms', url: 'https://secret' },
  ];
  t.notMatch(messagesOf({ notify }).join(' '), /secret/);
  t.end();
});
