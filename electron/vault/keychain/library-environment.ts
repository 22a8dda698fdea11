const libraryPath = 'NAPI_RS_NATIVE_LIBRARY_PATH'

/** Environment variables that make the keychain's library load other code than the packed file. */
const variables = [libraryPath, 'NAPI_RS_FORCE_WASI', 'NAPI_RS_WASI_FLAVOR', 'NAPI_RS_ENFORCE_VERSION_CHECK']

/**
 * Removes those variables from this process's environment. Call right before loading the library.
 * SECURITY: the library loads the file that such a variable names, and that file would receive every secret.
 */
export function forgetOtherLibraries(): void {
  for (const name of variables) delete process.env[name]
}

/** Makes the keychain's library load this file and no other, until `forgetOtherLibraries` is called. */
export function nameLibrary(file: string): void {
  process.env[libraryPath] = file
}

/** A copy of `environment` without those variables, for the vault's process. */
export function withoutOtherLibraries(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !variables.includes(name.toUpperCase())))
}
