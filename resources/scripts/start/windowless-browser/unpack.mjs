// Unpacks the browser of the package that was installed to the folder given, into TMPDIR.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.argv[2] ?? '.'
const path = createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium')
const { default: browser } = await import(pathToFileURL(path).href)
await browser.executablePath()
