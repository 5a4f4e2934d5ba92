import t from 'tap';
import { engineOptions, recordingsOf } from './engine-options.ts';
import { readSettings } from './settings/read-settings.ts';

const optionsWith = async (variables: Record<string, string>) => {
  const { config } = await readSettings({ flags: {}, variables, cwd: '/work' });
  return engineOptions(config, 2);
};

t.test('a service has no browser without a sandbox, unless the operator accepts one', async (t) => {
  t.match(await optionsWith({}), { chrome: { sandbox: 'required' } });
  t.match(await optionsWith({ TINTYPE_NO_SANDBOX: '0' }), { chrome: { sandbox: 'required' } });
  t.match(await optionsWith({ TINTYPE_NO_SANDBOX: '1' }), { chrome: { sandbox: 'off' } });
});

t.test('adds one page for the test page', async (t) => {
  t.match(await optionsWith({}), { concurrency: 3 });
});

t.test('limits recordings of remote browsers by the cores of this machine', async (t) => {
  const variables = {
    TINTYPE_BROWSERS: 'ws://a,ws://b',
    TINTYPE_REMOTE_BROWSERS_FOR_ACCOUNTS: 'yes',
  };
  const { config } = await readSettings({ flags: {}, variables, cwd: '/work' });
  t.equal(recordingsOf(config, 2), 2);
  t.equal(recordingsOf(config, 64), 7);
});
