import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ModuleChanged, ModuleMissing, provenModule } from '../../../electron/vault/keychain/native-module.ts'
import { nativeModuleProof } from '../../../electron/vault/keychain/native-module-proof.ts'
import { nativeModuleDigests } from '../../../resources/scripts/native-modules.mjs'

const digests = nativeModuleDigests(resolve(import.meta.dirname, '../../../node_modules'))

describe('the keychain’s native module', () => {
  it('that was installed is found and proven by the digest from the build', () => {
    expect(readFileSync(provenModule(digests)).length).toBeGreaterThan(100_000)
  })

  it('that differs from the build’s file is refused', () => {
    const others = Object.fromEntries(Object.keys(digests).map((path) => [path, '0'.repeat(64)]))
    expect(() => provenModule(others)).toThrow(ModuleChanged)
  })

  it('is missing if the build had none for this system', () => {
    expect(() => provenModule({ '@napi-rs/keyring-beos-m68k/keyring.beos-m68k.node': '0'.repeat(64) })).toThrow(ModuleMissing)
  })

  it('is proven in every packaged application', () => {
    expect(nativeModuleProof(true, 'win32')).toBe('digest')
    expect(nativeModuleProof(true, 'linux')).toBe('digest')
    expect(nativeModuleProof(true, 'darwin')).toBe('signature')
    expect(nativeModuleProof(false, 'linux')).toBe('none')
  })
})
