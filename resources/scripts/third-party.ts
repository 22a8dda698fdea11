/**
 * Notices of the packages in a build: a file `third-party.json` beside the bundle, with the name, version, license
 * and license text of each package that a module, a font or another file of it came from, or that it loads at run
 * time. The license texts are those of the packages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBuiltin } from 'node:module'
import type { Plugin } from 'vite'
import type { ThirdPartyPackage } from '../../shared/model/application/app.ts'

/**
 * Creates the plugin. `folder` is the one that contains `node_modules`. The build fails for a package without a
 * license.
 */
export function thirdPartyNotices(folder: string): Plugin {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const sources = Object.values(bundle).flatMap((file) => file.type === 'chunk'
        ? [...file.moduleIds, ...loaded([...file.imports.filter((id) => !(id in bundle)), ...required(file.code)])]
        : file.originalFileNames)
      const packages = [...new Set(sources.map(packageOf).filter((name) => name !== null))].sort()
      this.emitFile({
        type: 'asset', fileName: 'third-party.json',
        source: JSON.stringify(packages.map((name) => notice(folder, name))),
      })
    },
  }

  /** The packages of the project's `dependencies`, which are packed unchanged, that this code requires by name. */
  function required(code: string): string[] {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    return Object.keys(dependencies).filter((name) => code.includes(`("${name}")`))
  }

  /** The packages outside the bundle, with those of their native modules for this system. */
  function loaded(ids: readonly string[]): string[] {
    return ids.filter((id) => !isBuiltin(id)).flatMap((id) => {
      const { optionalDependencies = {} } = manifest(folder, id)
      const native = Object.keys(optionalDependencies).filter((name) => existsSync(at(folder, name)))
      return [id, ...native].map((name) => `node_modules/${name}/`)
    })
  }
}

const at = (folder: string, name: string, ...parts: string[]): string => join(folder, 'node_modules', name, ...parts)

/** The package of a file; null for one of this project. */
function packageOf(path: string): string | null {
  const parts = path.replaceAll('\\', '/').split('node_modules/')
  return parts.length === 1 ? null : /^(@[^/]+\/)?[^/]+/.exec(parts.at(-1) ?? '')?.[0] ?? null
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function manifest(folder: string, name: string): Manifest {
  return JSON.parse(readFileSync(at(folder, name, 'package.json'), 'utf8')) as Manifest
}

/** The license of a package, and its notices of contained packages. Throws if it has no license of its own. */
export function notice(folder: string, name: string): ThirdPartyPackage {
  const { version, license } = manifest(folder, name)
  const textsIn = (names: RegExp) => readdirSync(at(folder, name)).filter((file) => names.test(file)).sort()
    .map((file) => readFileSync(at(folder, name, file), 'utf8').trim())
  const own = textsIn(/^(licen[cs]e|copying|notice)/i)
  const texts = own.length > 0 ? own : licenseInReadme(folder, name)
  if (license === undefined || texts.length === 0) throw new Error(`${name} has no license that could be shown.`)
  return { name, version, license, text: [...texts, ...textsIn(/^third[-_ ]?party/i)].join('\n\n') }
}

/** The license in the last section of a readme, which is the only one of some packages. */
function licenseInReadme(folder: string, name: string): string[] {
  const readme = readdirSync(at(folder, name)).find((file) => /^readme/i.test(file))
  const text = readme === undefined ? '' : readFileSync(at(folder, name, readme), 'utf8')
  const found = /^#+ licen[cs]e$/im.exec(text)
  const section = found === null ? '' : text.slice(found.index + found[0].length).trim()
  // A word such as "MIT" is not a license text.
  return section.includes('Permission is hereby granted') ? [section] : []
}
