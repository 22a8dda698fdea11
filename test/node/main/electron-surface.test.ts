// Uses of Electron that the type check accepts by mistake: a call for another system only, a deprecated call, an event
// or a preference in an untyped object, and what only the stand-in offers. Read from Electron's own types.
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../../..')
const pairs = join(project, 'test/node/main/electron-pairs.ts')
const product = ['electron/main', 'electron/preload']
  .flatMap((folder) => readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(project, folder, name)))
  .filter((path) => path.endsWith('.ts'))

/** A use of something that Electron declares. */
interface Use {
  readonly name: string
  readonly where: string
  readonly node: ts.Node
  readonly declaration: ts.Declaration
}

let program: ts.Program
let checker: ts.TypeChecker
let uses: Use[]

const isElectrons = (declaration: ts.Declaration | undefined): declaration is ts.Declaration =>
  declaration?.getSourceFile().fileName.endsWith('/electron/electron.d.ts') === true

beforeAll(() => {
  const { config } = ts.readConfigFile(join(project, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as { config: { compilerOptions: object } }
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, types: ['node'] }, project)
  program = ts.createProgram([...product, pairs], options, hostOf(options))
  checker = program.getTypeChecker()
  uses = product.flatMap((path) => usesIn(sourceOf(path)))
}, 120_000)

/** Of the application's imports only Electron and its own two folders are followed: no other part uses Electron. */
function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const followed = (from: string, name: string): boolean => !product.includes(from) || name === 'electron'
    || product.includes(resolve(dirname(from), name))
  return {
    ...host,
    resolveModuleNameLiterals: (names, from) => names.map(({ text }) => (followed(from, text)
      ? ts.resolveModuleName(text, from, options, host)
      : { resolvedModule: undefined })),
  }
}

function sourceOf(path: string): ts.SourceFile {
  const source = program.getSourceFile(path)
  if (source === undefined) throw new Error(`${path} is no part of the program`)
  return source
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => { each(child, visit) })
}

function place(node: ts.Node): string {
  const source = node.getSourceFile()
  const { line } = source.getLineAndCharacterOfPosition(node.getStart())
  return `${source.fileName.slice(project.length + 1)}:${line + 1}`
}

/** Calls by the matching overload, other names by their declaration; types alone are not uses. */
function usesIn(source: ts.SourceFile): Use[] {
  const found: Use[] = []
  const add = (node: ts.Node, name: string, declaration: ts.Declaration | undefined) => {
    if (isElectrons(declaration)) found.push({ name, node, where: place(node), declaration })
  }
  each(source, (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      add(node, node.expression.getText(), checker.getResolvedSignature(node)?.declaration)
    } else if (ts.isPropertyAccessExpression(node) && !ts.isCallExpression(node.parent)) {
      add(node, node.getText(), checker.getSymbolAtLocation(node.name)?.valueDeclaration)
    }
  })
  return found
}

const tagged = (declaration: ts.Declaration, tag: string): string[] => ts.getJSDocTags(declaration)
  .filter(({ tagName }) => tagName.text === tag)
  .map(({ comment }) => typeof comment === 'string' ? comment : '')

const listening = new Set(['on', 'once', 'addListener', 'prependListener', 'off', 'removeListener'])

/** Event names with a listener on an object of Electron's. */
function listeners(): { call: ts.CallExpression, event: string }[] {
  const found: { call: ts.CallExpression, event: string }[] = []
  for (const path of product) {
    each(sourceOf(path), (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
      const [event] = node.arguments
      if (!listening.has(node.expression.name.text) || event === undefined || !ts.isStringLiteral(event)) return
      const receiver = checker.getTypeAtLocation(node.expression.expression).getSymbol()
      // Electron extends Node's `process`, whose events are Node's.
      if (receiver?.declarations?.every(isElectrons) === true) found.push({ call: node, event: event.text })
    })
  }
  return found
}

/** The text of the outermost function around a use. */
function surroundings(node: ts.Node): string {
  let outermost: ts.Node = node
  for (let here = node.parent; !ts.isSourceFile(here); here = here.parent) outermost = here
  return outermost.getText()
}

describe('the application uses Electron', () => {
  it('and this test has found its uses', () => {
    expect(uses.length).toBeGreaterThan(60)
    expect(listeners().length).toBeGreaterThan(30)
  })

  it('with events that Electron emits', () => {
    const unknown = listeners()
      .filter(({ call }) => !isElectrons(checker.getResolvedSignature(call)?.declaration))
      .map(({ call, event }) => `${event} (${place(call)})`)
    expect(unknown).toEqual([])
  })

  it('without anything deprecated', () => {
    const deprecated = uses.filter(({ declaration }) => tagged(declaration, 'deprecated').length > 0)
    expect(deprecated.map(({ name, where }) => `${name} (${where})`)).toEqual([])
  })

  it('with calls for some systems only after a check of the system; events are simply not emitted elsewhere', () => {
    const unguarded = uses
      .filter(({ node, declaration }) => tagged(declaration, 'platform').length > 0
        && !(ts.isCallExpression(node) && listening.has((node.expression as ts.PropertyAccessExpression).name.text))
        && !/\bplatform\b/.test(surroundings(node)))
    expect(unguarded.map(({ name, where, declaration }) => `${name}: ${tagged(declaration, 'platform')[0]} (${where})`)).toEqual([])
  })

  it('with web preferences that Electron has, also in untyped objects', () => {
    const known = new Set<string>()
    const read: string[] = []
    each(program.getSourceFiles().find(isDeclarations)!, (node) => {
      if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'WebPreferences') return
      for (const member of node.members) if (member.name !== undefined) known.add(member.name.getText())
    })
    for (const path of product) {
      each(sourceOf(path), (node) => {
        if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'webPreferences') return
        if (!ts.isObjectLiteralExpression(node.initializer)) throw new Error(`written elsewhere: ${place(node)}`)
        for (const { name } of node.initializer.properties) if (name !== undefined) read.push(name.getText())
      })
    }
    expect(read.length).toBeGreaterThan(8)
    expect(read.filter((name) => !known.has(name))).toEqual([])
  })
})

const isDeclarations = ({ fileName }: ts.SourceFile) => fileName.endsWith('/electron/electron.d.ts')

/** Internal parts of the stand-in, which the application, typed by Electron, can't call. */
const innerParts = new Set([
  'app.isQuitting', 'app.name', 'app.openWindows', 'app.start', 'ipcMain.handlers', 'webContents.url', 'webContents.loading', 'webContents.openHandler',
  'a session.partition', 'a session.wholeProtocol', 'protocol.answer', 'webRequest.beforeRequest', 'webRequest.headersReceived',
])

describe('the stand-in', () => {
  it('offers nothing that Electron does not have', () => {
    const all = sourceOf(pairs).statements.find(ts.isInterfaceDeclaration)!
    const extra = all.members.flatMap((member) => {
      const pair = member.name as ts.StringLiteral
      const [real, ours] = checker.getTypeArguments(checker.getTypeAtLocation(member) as ts.TypeReference)
      const has = new Set(checker.getPropertiesOfType(real!).map(({ name }) => name))
      return checker.getPropertiesOfType(ours!).filter(isPublic).map(({ name }) => name)
        .filter((name) => !has.has(name)).map((name) => `${pair.text}.${name}`)
    })
    expect(all.members.length).toBeGreaterThan(20)
    expect(extra.filter((name) => !innerParts.has(name))).toEqual([])
  })
})

function isPublic({ valueDeclaration }: ts.Symbol): boolean {
  return valueDeclaration === undefined
    || (ts.getCombinedModifierFlags(valueDeclaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0
}
