import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const settings = read('docs/configuration.md');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The instructions of a Dockerfile, each on one line. */
function instructions(path: string): { name: string; value: string }[] {
  const lines = read(path)
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', value: line.replace(/^\S+ /, '') }));
}

t.test('image: no root, an init, a probe, and known settings', async (t) => {
  const all = instructions('deploy/Dockerfile');
  const stages = all.filter(({ name }) => name === 'FROM');
  t.equal(stages.length, 2, 'what builds is not in it');
  const [, suite] = /^node:\d+-([a-z]+)-slim AS build$/.exec(stages[0]?.value ?? '') ?? [];
  t.type(suite, 'string', 'a slim image of Node builds');
  t.equal(stages[1]?.value, `debian:${suite}-slim`, 'what Node was linked with is in it');
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const valueOf = (wanted: string) => last.findLast(({ name }) => name === wanted)?.value ?? '';
  t.equal(valueOf('USER'), 'node');
  t.same(JSON.parse(valueOf('ENTRYPOINT')), ['tini', '--']);
  t.same(JSON.parse(valueOf('CMD')), ['tintype', 'serve']);
  t.match(valueOf('HEALTHCHECK'), /127\.0\.0\.1:3000\/ready/);
  const copied = last.filter(({ name }) => name === 'COPY').map(({ value }) => value);
  t.same(copied, ['--from=build /node /usr/local/bin/node', '--from=build /app /app']);
  const build = all.slice(0, all.indexOf(stages[1]!)).map(({ value }) => value);
  t.ok(build.some((value) => value.includes('strip -o /node /usr/local/bin/node')));
  const made = last.findIndex(({ value }) => /useradd --uid 1000 --gid node\b.* node$/.test(value));
  t.ok(made > 0 && made < last.findIndex(({ name }) => name === 'USER'), 'the user is made');
  const installed = last.find(({ value }) => value.includes('apt-get install'))?.value ?? '';
  for (const wanted of [
    'chromium-headless-shell',
    'ffmpeg',
    'tini',
    'fonts-noto-cjk',
    'fonts-noto-color-emoji',
  ]) {
    t.match(installed, new RegExp(`\\b${wanted}\\b`), wanted);
  }
  t.match(installed, /--no-install-recommends/);
  t.match(installed, /rm -rf \/var\/lib\/apt\/lists/);
  const [first] = last.filter(({ name }) => name === 'USER');
  t.ok(
    last.indexOf(first!) < last.findIndex(({ value }) => value.includes('doctor')),
    'doctor runs as that user',
  );
  const text = all.map(({ value }) => value).join('\n');
  for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) t.ok(scripts[script], script);
  for (const [, variable = ''] of text.matchAll(/\b(TINTYPE_\w+)=/g)) checkVariable(t, variable);
  t.notMatch(valueOf('ENV'), /SANDBOX/, 'the service keeps its sandbox');
});

function checkVariable(
  t: { ok(value: unknown, message: string): unknown },
  variable: string,
): void {
  t.ok(
    settings.includes(variable) ||
      settings.includes(`\`${variable.replace('TINTYPE_', '').toLowerCase()}\``),
    variable,
  );
}

t.test('compose: files and settings that there are', async (t) => {
  interface Compose {
    services: Record<
      string,
      {
        build: { dockerfile: string };
        environment: Record<string, string>;
        security_opt: string[];
        cap_drop: string[];
      }
    >;
  }
  const { services } = parse(read('deploy/compose.yaml')) as Compose;
  const service = services['tintype'];
  t.ok(existsSync(join(root, service?.build.dockerfile ?? '-')));
  for (const variable of Object.keys(service?.environment ?? {})) checkVariable(t, variable);
  t.same(service?.cap_drop, ['ALL']);
  t.ok(service?.security_opt.includes('seccomp=chrome.json'));
});

t.test('compose of a cluster: one role each, secrets from outside', async (t) => {
  interface Service {
    environment: Record<string, string>;
    security_opt: string[];
    cap_drop: string[];
    depends_on: Record<string, unknown>;
  }
  const text = read('deploy/compose.cluster.yaml');
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  const own = ['api', 'worker', 'background'];
  t.same(Object.keys(services), [...own, 'postgres', 's3', 'bucket']);
  const roles: unknown[] = [];
  for (const name of own) {
    const { environment, cap_drop, security_opt, depends_on } = services[name]!;
    for (const [variable, value] of Object.entries(environment)) {
      checkVariable(t, variable);
      if (/MASTER|SECRET/.test(variable))
        t.match(value, /^\$\{\w+:\?/, `${variable} is not written`);
    }
    roles.push(environment['TINTYPE_ROLE']);
    t.same(cap_drop, ['ALL']);
    t.ok(security_opt.includes('no-new-privileges:true'));
    for (const needed of Object.keys(depends_on)) t.ok(services[needed], needed);
  }
  t.same(roles, ['api', 'worker', 'scheduler,webhooks']);
  t.ok(services['worker']?.security_opt.includes('seccomp=chrome.json'));
  const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, variable]) => variable);
  for (const variable of asked) t.match(text, `${variable}=%s`, 'its first lines make it');
});

t.test('the profile allows namespaces beside what it allowed, and refuses the rest', async (t) => {
  const make = (profile: object) =>
    spawnSync(process.execPath, [join(root, 'deploy/allow-sandbox.js')], {
      input: JSON.stringify(profile),
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  const profile = {
    defaultAction: 'SCMP_ACT_ERRNO',
    syscalls: [
      { names: ['read', 'write'], action: 'SCMP_ACT_ALLOW' },
      { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: 38 },
    ],
  };
  t.same(JSON.parse(make(profile).stdout), {
    defaultAction: 'SCMP_ACT_ERRNO',
    syscalls: [
      { names: ['read', 'write'], action: 'SCMP_ACT_ALLOW' },
      { names: ['chroot', 'clone', 'clone3', 'setns', 'unshare'], action: 'SCMP_ACT_ALLOW' },
    ],
  });
  const open = make({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: [] });
  t.equal(open.status, 1);
  t.match(open.stderr, /not a profile that refuses/);
});
