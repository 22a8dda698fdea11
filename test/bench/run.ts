/** `npm run bench`: every part, or only those named (`npm run bench -- sign`). */
const parts: { readonly [name: string]: () => Promise<unknown> } = {
  sign: () => import('./sign.ts'),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no benchmark named ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`# ${name}`)
  await run()
}

export {}
