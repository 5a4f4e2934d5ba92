import t from 'tap';
import { sandboxRemedy } from './sandbox-remedy.ts';

t.test('names the setting of the kernel that is in the way', async (t) => {
  const ubuntu = { kernel: { apparmor_restrict_unprivileged_userns: '1\n' } };
  t.match(
    sandboxRemedy(t.testdir({ proc: { sys: ubuntu } })),
    '`sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`',
  );
});

t.test('settings that are fine are not blamed', async (t) => {
  const fine = {
    kernel: { apparmor_restrict_unprivileged_userns: '0\n', unprivileged_userns_clone: '1\n' },
    user: { max_user_namespaces: '63000\n' },
  };
  t.match(sandboxRemedy(t.testdir({ proc: { sys: fine } })), /^Allow unprivileged/);
  t.match(sandboxRemedy(t.testdir({ proc: { sys: fine }, '.dockerenv': '' })), /seccomp profile/);
  const none = { ...fine, user: { max_user_namespaces: '0\n' } };
  t.match(sandboxRemedy(t.testdir({ proc: { sys: none } })), 'user.max_user_namespaces=15000');
});
