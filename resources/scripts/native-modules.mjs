import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * SHA-256 in lower-case hex of each native module of the keychain's library below a `node_modules` folder, by its
 * path there with `/` between names. By default npm installs only the modules of this system.
 */
export function nativeModuleDigests(nodeModules) {
  const scope = join(nodeModules, '@napi-rs')
  const packages = existsSync(scope) ? readdirSync(scope).filter((name) => name.startsWith('keyring-')) : []
  return Object.fromEntries(packages.flatMap((name) => readdirSync(join(scope, name))
    .filter((file) => file.endsWith('.node'))
    .map((file) => [
      `@napi-rs/${name}/${file}`,
      createHash('sha256').update(readFileSync(join(scope, name, file))).digest('hex'),
    ])))
}
