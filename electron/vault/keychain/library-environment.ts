const libraryPath = 'NAPI_RS_NATIVE_LIBRARY_PATH'

/** Environment variables by which the keychain's library would load other code than the packed one. */
const namingOthers = [libraryPath, 'NAPI_RS_FORCE_WASI', 'NAPI_RS_WASI_FLAVOR', 'NAPI_RS_ENFORCE_VERSION_CHECK']

/**
 * Removes those variables from this process's environment; call right before loading the library.
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
