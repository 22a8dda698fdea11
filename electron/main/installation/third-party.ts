import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ThirdPartyPackage } from '#shared/model/application/app.ts'
import type { BuiltPaths } from './paths.ts'

/** The third-party packages in the application, by name. Each build wrote its list beside its code. */
export async function thirdPartyPackages(built: BuiltPaths): Promise<readonly ThirdPartyPackage[]> {
  const folders = new Set([dirname(built.vault), dirname(built.preload), built.page])
  const lists = await Promise.all([...folders].map(async (folder) =>
    JSON.parse(await readFile(join(folder, 'third-party.json'), 'utf8')) as readonly ThirdPartyPackage[]))
  const byName = new Map(lists.flat().map((one) => [`${one.name} ${one.version}`, one]))
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
