#!/usr/bin/env node
// Plain JavaScript that old versions of Node can parse, so that they can report the requirement.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import module from 'module';
import { constants } from 'os';
import { fileURLToPath } from 'url';
import { keepCompiled } from './keep-compiled.js';

const MIN_MAJOR = 22;
const MIN_MINOR = 18;
const source = new URL('../src/cli/main.ts', import.meta.url);
const built = new URL('../dist/cli/main.js', import.meta.url);
const inCheckout = existsSync(fileURLToPath(source));
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > MIN_MAJOR || (major === MIN_MAJOR && minor >= MIN_MINOR)) start();
else if (!runPinnedNode()) {
  console.error(
    `tintype: Node ${process.versions.node} is too old; Tintype needs ${MIN_MAJOR}.${MIN_MINOR} or newer. ` +
      (inCheckout
        ? 'Run "npm ci" in the checkout: it brings a Node that fits.'
        : 'Install one from https://nodejs.org, or run: npx -p node@24 -p tintype tintype ...'),
  );
  process.exitCode = 1;
}

function start() {
  keepCompiled(import.meta.url);
  if (inCheckout && !process.execArgv.includes('--conditions=@tintype/source')) {
    module.registerHooks({
      resolve(specifier, context, nextResolve) {
        // Only the workspace has this condition, and Node 22 stumbles over it where CommonJS is
        // resolved.
        if (!/^(@tintype\/|tintype(\/|$))/.test(specifier)) return nextResolve(specifier, context);
        return nextResolve(specifier, {
          ...context,
          conditions: ['@tintype/source', ...context.conditions],
        });
      },
    });
  }
  // A failure to load ends the process with its stack.
  void import(inCheckout ? source.href : built.href);
}

// A checkout pins its Node as a package: the shebang finds another one unless npm or npx runs us.
function runPinnedNode() {
  const pinned = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url));
  if (!inCheckout || process.env.TINTYPE_PINNED_NODE || !existsSync(pinned)) return false;
  const child = spawn(pinned, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, TINTYPE_PINNED_NODE: '1' },
  });
  // The terminal sends its signals to both; this process only waits, and passes on those sent to it
  // alone.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  child.on('error', (error) => {
    console.error(`tintype: ${pinned} does not start: ${error.message}. Run "npm ci" again.`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code === null ? 128 + (constants.signals[signal] || 1) : code;
  });
  return true;
}
