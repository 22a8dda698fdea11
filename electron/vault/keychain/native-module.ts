import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** SHA-256 in lower-case hex of each native module, by its path below `node_modules`. */
export type NativeModuleDigests = Readonly<Record<string, string>>

/**
 * Inserted by the build (`resources/scripts/native-modules.mjs`).
 * SECURITY: part of the bundle and so of the archive, whose integrity Electron checks on Windows and macOS. The
 * modules are outside the archive: changing one does not change its digest here.
 */
declare const __NATIVE_MODULE_DIGESTS__: NativeModuleDigests

/** The keychain's library is missing, or the system cannot load it; `cause` has the reason. */
export class ModuleMissing extends Error {
  override readonly name = 'ModuleMissing'
}

/** The native module differs from the packed one. */
export class ModuleChanged extends Error {
  override readonly name = 'ModuleChanged'
}

/**
 * The path of this system's native module, after comparing its bytes with the digest of the packed file. Throws
 * `ModuleMissing` or `ModuleChanged`.
 */
export function provenModule(digests: NativeModuleDigests = __NATIVE_MODULE_DIGESTS__): string {
  const { resolve } = createRequire(import.meta.url)
  const forThisSystem = new RegExp(`^@napi-rs/keyring-${process.platform}-${process.arch}[-/]`)
  for (const [name, digest] of Object.entries(digests).filter(([path]) => forThisSystem.test(path))) {
    const path = resolved(() => resolve(name))
    if (path === null) continue
    // SECURITY: compared before loading: loading runs its code, with access to every secret.
    if (createHash('sha256').update(readFileSync(path)).digest('hex') !== digest) throw new ModuleChanged()
    return path
  }
  throw new ModuleMissing()
}

function resolved(resolve: () => string): string | null {
  try {
    return resolve()
  } catch {
    return null
  }
}
