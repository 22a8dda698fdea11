const libraryPath = 'NAPI_RS_NATIVE_LIBRARY_PATH'

/** What the keychain's library reads from the environment to load something else than was packed with it. */
const namingOthers = [libraryPath, 'NAPI_RS_FORCE_WASI', 'NAPI_RS_WASI_FLAVOR', 'NAPI_RS_ENFORCE_VERSION_CHECK']

/**
 * Takes out of this process's environment whatever would lead the keychain's library to other code; right before it is
 * loaded.
 *
 * SECURITY: the library requires the file that such a variable names, and that file would see every secret.
 */
export function forgetOtherLibraries(): void {
  for (const name of namingOthers) delete process.env[name]
}

/** Has the keychain's library load this file and no other; until `forgetOtherLibraries`. */
export function nameLibrary(file: string): void {
  process.env[libraryPath] = file
}

/** A copy of `environment` without them, for the vault's process. */
export function withoutOtherLibraries(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !namingOthers.includes(name.toUpperCase())))
}
