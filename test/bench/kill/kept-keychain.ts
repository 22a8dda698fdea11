/** A keychain for the killed application: files in the test's own folder, so that it outlives the process. */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { success } from '#shared/result.ts'
import type { Keychain } from '../../../electron/vault/keychain/keychain.ts'

/** Opens the keychain in a folder. Every write is complete or has no effect. */
export function openKeptKeychain(folder: string): Keychain {
  mkdirSync(folder, { recursive: true })
  const entries = () => readdirSync(folder).filter((file) => !file.endsWith('.new'))
  const fileOf = (name: string) => Buffer.from(name).toString('base64url')
  return {
    get: async (name) => success(entries().includes(fileOf(name)) ? readFileSync(join(folder, fileOf(name))) : null),
    async set(name, value) {
      const path = join(folder, fileOf(name))
      writeFileSync(`${path}.new`, value)
      renameSync(`${path}.new`, path)
      return success(null)
    },
    async delete(name) {
      const wasThere = entries().includes(fileOf(name))
      rmSync(join(folder, fileOf(name)), { force: true })
      return success(wasThere)
    },
    list: async () => success(entries().map((file) => Buffer.from(file, 'base64url').toString())),
  }
}
