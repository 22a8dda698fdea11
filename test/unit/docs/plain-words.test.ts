import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { fields } from '#shared/gateway/fields/fields.ts'
import { describeReplyField, replyFieldNames } from '#shared/gateway/fields/reply-fields.ts'
import { en } from '../../../renderer/i18n/en.ts'

/** Words that no text for people contains, each with its replacement. */
const replaced: readonly (readonly [word: RegExp, better: string])[] = [
  [/\bcan not\b/i, 'cannot'],
  [/\banew\b/i, 'again'],
  // In payments, settlement is the transfer of funds to the merchant.
  [/\bsettle(s|d)?\b|\bsettling\b/i, 'resolve, resolved'],
  [/\bunsettled\b/i, 'open outcome'],
  [/\bdeeds?\b/i, 'payment, request'],
  [/\bupkeep\b/i, 'maintenance, “Data and audit”'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\ball the same\b/i, 'anyway'],
  [/\bblanks?\b(?!-)/i, 'space'],
  [/\bmend\b/i, 'fix'],
  [/\bdoubtful\b/i, 'warning, unclear'],
  [/\bthe house\b/i, 'the architecture'],
  [/\brooms?\b/i, 'module, service, space'],
  [/\barrows?\b/i, 'dependency'],
  [/\bput aside\b/i, 'quarantined'],
  [/\blike (charge|deed)\b/i, 'possible duplicate'],
  [/\bgateway (tells|told|says|said)\b/i, 'the gateway reports, returned'],
  [/\bsupport of the gateway\b|\bgateway'?s'? support\b/i, 'gateway support'],
]

/** Phrases that no comment and no name of a test contains, each with its replacement. */
const replacedInComments: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\bMakes it\./, 'Creates the …'],
  [/\b(is|was|are|were) told\b|\btold of\b|\btells\b/i, 'pass, send, report, notify, know'],
  [/\b(it|test|describe)(\.\w+)*\(['"`]says\b/, 'shows, reports, prints'],
  [/\bnobody can tell\b|\bwhat (came|comes|becomes) of\b/i, 'it is not known; the result'],
  [/\ball the same\b/i, 'anyway'],
  [/\bseldom\b/i, 'rarely; a name for its effect'],
  [/\bthe way of\b/i, 'the path of'],
  [/\blooked at\b/i, 'checked, read, compared'],
  [/\btaken over\b/i, 'adopted, replaced, compromised'],
  [/\bthat which\b/i, 'the noun itself'],
]

const root = `${import.meta.dirname}/../../..`

function leaves(node: object, path: string): [where: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    const where = `${path}.${name}`
    return typeof value === 'string' ? [[where, value] as [string, string]] : leaves(value as object, where)
  })
}

/** The messages of main, the vault and the scripts: literals of several words that begin like a sentence. */
function sentencesIn(file: string): [where: string, text: string][] {
  const source = ts.createSourceFile(file, readFileSync(`${root}/${file}`, 'utf8'), ts.ScriptTarget.Latest)
  const found: [string, string][] = []
  const walk = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
      const line = source.getLineAndCharacterOfPosition(node.pos).line + 1
      if (/^\p{Lu}\S* \S+ \S/u.test(node.text)) found.push([`${file}:${line}`, node.text])
    }
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

/** Every text with its place; code in documents is not text. */
const texts: readonly (readonly [where: string, text: string])[] = [
  ...leaves(en, 'en'),
  ...globSync('{electron,resources/scripts}/**/*.{ts,mjs}', { cwd: root }).flatMap(sentencesIn),
  ...Object.entries(fields).map(([key, { label, hint }]) => [`field ${key}`, `${label}. ${hint ?? ''}`] as const),
  ...replyFieldNames.map((name) => [`reply field ${name}`, Object.values(describeReplyField(name)).join('. ')] as const),
  ...['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap((file) => readFileSync(`${root}/${file}`, 'utf8')
    .split('\n').map((line, at) => [`${relative(root, `${root}/${file}`)}:${at + 1}`, line.replace(/`[^`]*`/g, '')] as const)),
]

it.each(replaced)('no text for people has %s; it is "%s"', (word, better) => {
  const found = texts.filter(([, text]) => word.test(text)).map(([where, text]) => `${where}: ${text}`)
  expect(found, `write "${better}"`).toEqual([])
})

/** Texts of the screen, which `replaced` covers, and this file. */
const excluded = ['renderer/i18n/en/**', relative(root, import.meta.filename)]
/** Source texts with each comment of several lines on one. */
const sources: readonly (readonly [file: string, text: string])[] = globSync(
  ['*.{ts,js}', '{shared,electron,renderer,resources,test}/**/*.{ts,vue,css,mjs,cjs,js}'], { cwd: root, exclude: excluded },
).map((file) => [file, readFileSync(`${root}/${file}`, 'utf8').replace(/\n *(?:\*|\/\/|--) /g, ' ')])

it.each(replacedInComments)('no comment or name of a test has %s; it is "%s"', (phrase, better) => {
  const found = sources.filter(([, text]) => phrase.test(text)).map(([file]) => file)
  expect(found, `write "${better}"`).toEqual([])
})
