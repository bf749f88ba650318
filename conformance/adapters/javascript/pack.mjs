/**
 * Writes the folder of the npm package: the engine, the adapter, and the rules of all editions.
 *
 *     node pack.mjs rules.json LICENSE OUT
 *
 * The rules are those that `concordia bundle` writes. `make npm` adds the declarations that TypeScript makes from the
 * comments, and packs the folder.
 */
import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {join} from 'node:path';

const [rules, license, out] = process.argv.slice(2);
if (rules === undefined || license === undefined || out === undefined) {
  console.error('usage: node pack.mjs rules.json LICENSE OUT');
  process.exit(2);
}
const here = fileURLToPath(new URL('.', import.meta.url));
const bundle = JSON.parse(readFileSync(rules, 'utf8'));
const {private: _, ...own} = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
if (bundle.edition !== 'canonical') {
  console.error(`the rules are of the edition ${bundle.edition}; only the canonical bundle holds all editions`);
  process.exit(1);
}
if (bundle.version !== own.version) {
  console.error(`the rules are version ${bundle.version}, the engine is version ${own.version}`);
  process.exit(1);
}
mkdirSync(out, {recursive: true});
for (const name of ['engine.mjs', 'engine', 'types.d.ts', 'adapter.mjs']) {
  cpSync(join(here, name), join(out, name), {recursive: true});
}
cpSync(license, join(out, 'LICENSE'));
cpSync(join(here, 'npm.md'), join(out, 'README.md'));
writeFileSync(join(out, 'rules.json'), JSON.stringify(bundle));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
