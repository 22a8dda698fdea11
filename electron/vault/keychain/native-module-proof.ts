/**
 * How the keychain's native module is proven before it is loaded. `digest`: by its SHA-256. `signature`: by the system
 * itself, which loads only what carries the application's own signature (macOS); signing changes the file, so that no
 * digest of the build fits. `none`: not at all.
 */
export type NativeModuleProof = 'digest' | 'signature' | 'none'

/** The proof that an application asks for. A run from source asks for none: it has no archive to keep a digest in. */
export function nativeModuleProof(packaged: boolean, platform: NodeJS.Platform): NativeModuleProof {
  if (!packaged) return 'none'
  return platform === 'darwin' ? 'signature' : 'digest'
}
