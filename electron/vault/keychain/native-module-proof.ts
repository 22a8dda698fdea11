/**
 * How the keychain's native module is verified before it is loaded. `digest`: by its SHA-256. `signature`: by the
 * system, which loads only modules with the application's own signature (macOS); signing changes the file, so that no
 * digest of the build matches. `none`: not at all.
 */
export type NativeModuleProof = 'digest' | 'signature' | 'none'

/** The proof that an application requires. A run from source requires none: it has no archive for a digest. */
export function nativeModuleProof(packaged: boolean, platform: NodeJS.Platform): NativeModuleProof {
  if (!packaged) return 'none'
  return platform === 'darwin' ? 'signature' : 'digest'
}
