// TypeScript's parser for ESLint over programs that are built once, with the scripts of .vue files among their sources.
// typescript-eslint's own way takes the script of each .vue file for a change of the file, and after every change there
// is another program to check.
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import typescript from 'typescript'
import ts from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'

const root = join(import.meta.dirname, '..', '..')
const isVue = (path) => path.endsWith('.vue')

/** The text of a .vue file that ESLint has parsed as its script. */
function scriptOf(path) {
  let script = ''
  const remembering = {
    parseForESLint(code, options) {
      if (options.projectService) script = code
      return ts.parser.parseForESLint(code, { ...options, projectService: undefined })
    },
  }
  vueParser.parseForESLint(readFileSync(path, 'utf8'), {
    parser: remembering, filePath: path, projectService: true, sourceType: 'module', ecmaVersion: 'latest',
  })
  return script
}

/** The sources that a configuration names, and what makes its program when it is first asked for. */
function projectOf(configFile) {
  const path = join(root, configFile)
  const { config } = typescript.readConfigFile(path, typescript.sys.readFile)
  const vue = [{ extension: '.vue', isMixedContent: true, scriptKind: typescript.ScriptKind.Deferred }]
  const { fileNames, options } =
    typescript.parseJsonConfigFileContent(config, typescript.sys, root, {}, path, undefined, vue)
  let program
  return {
    files: new Set(fileNames.map(normalize)),
    program: () => program ??= programOver(fileNames, {
      ...options, allowNonTsExtensions: true, moduleDetection: typescript.ModuleDetectionKind.Force, incremental: false,
      tsBuildInfoFile: undefined,
    }),
  }
}

function programOver(fileNames, options) {
  const host = typescript.createCompilerHost(options, true)
  const ofDisk = host.getSourceFile.bind(host)
  host.getSourceFile = (path, target, ...others) => isVue(path)
    ? typescript.createSourceFile(path, scriptOf(path), target, true, typescript.ScriptKind.TS)
    : ofDisk(path, target, ...others)
  return typescript.createProgram(fileNames, options, host)
}

let projects

/** The program that holds a file with this very text; undefined for a file that is new or only changed in an editor. */
function programWith(path, code) {
  projects ??= ['tsconfig.node.json', 'tsconfig.web.json'].map(projectOf)
  const program = projects.find(({ files }) => files.has(normalize(path)))?.program()
  return program?.getSourceFile(path)?.text === code ? program : undefined
}

/** Parses as TypeScript's parser does; where types are asked for, out of a program that is there. */
export const typedParser = {
  meta: { name: 'typed-parser', version: '1' },
  parseForESLint(code, options) {
    const program = options.projectService ? programWith(options.filePath, code) : undefined
    if (program === undefined) return ts.parser.parseForESLint(code, options)
    return ts.parser.parseForESLint(code, { ...options, projectService: undefined, programs: [program] })
  },
}
