/** The page `docs/inspector.md` from the lists of causes: `npm run docs`. */
import type { Cause } from '#shared/inspector/cause.ts'
import { controlMutations } from '#shared/inspector/control/mutations.ts'
import { oauthMutations } from '#shared/inspector/oauth/mutations.ts'
import { protocolCauses } from '#shared/inspector/protocol-causes.ts'
import { signatureCauses } from '#shared/inspector/signature-causes.ts'

const parts: readonly { readonly title: string; readonly about: string; readonly causes: readonly Cause[] }[] = [
  { title: 'In the base string', about: 'OAuth 1.0a, §5.2', causes: oauthMutations },
  { title: 'In the control text', about: 'SHA-1 `control`, §5.1', causes: controlMutations },
  { title: 'In signature, control, key or method', about: 'the signed text may be right', causes: signatureCauses },
  { title: 'In the request itself', about: 'no search needed', causes: protocolCauses },
]

/** The whole page as Markdown. */
export function inspectorPage(): string {
  return `# Why a request was refused

Generated from the lists of causes (\`shared/inspector\`) by \`npm run docs\`; a test fails when the two differ.

\`npm run -s inspect -- --file REQUEST.txt --public-key KEY.pem --secret-env NAME [--operation ID] [--endpoint ID]\` reads a
request as somebody pasted it (curl for bash, cmd or PowerShell, Invoke-WebRequest, raw HTTP, HAR, a call of fetch, Postman's
console, an Authorization header with URL and body, the log of an HTTP client, fields as a program printed them, a callback, or
only a base string; the gateway's reply may stand below) and prints one line of JSON:

\`\`\`json
{"verdict":"explained","causes":[{"id":"blank-as-plus","explanation":"…","fix":"…"}],"expected":{"baseString":"POST&…"}}
\`\`\`

* \`valid\`: signature or control matches the text that the gateway builds.
* \`explained\`: it matches a text (or key, secret, digest, spelling) with the mistakes in \`causes\`. This is a proof, not a guess: the
  signature verifies, or the digest is equal. \`alsoPossible\` lists other mistakes that produce the same text.
* \`unexplained\`: nothing that was tried matches; \`tried\` is the number of texts, \`findings\` what would help.

\`compared\` says what was: the \`signature\` (or control) that was sent, or only a \`text\` that was built elsewhere.
\`findings\` are additional: white space at an end, a clock that differs from the \`Date\` of the reply (the screen also names
a nonce that the history has), what the control of a callback does not cover.

\`corrected\` is the request as it should be, as curl, with placeholders for control and signature;
\`vector\` an example of it with a fictitious secret or a temporary key. Both are null where the right value of a field is not
known. All of them and \`expected\` contain masked values;
the secret of \`expected\` is a token. Masked values in the request are never guessed. Nothing is sent, and
the secret is read from the environment variable alone. \`--entry-point ID\` (more than once) names other endpoints and groups of
the merchant, \`--currency CODE\` the currency of the endpoint. The exit code is 0 for every verdict and 2 for bad arguments.
${parts.map(section).join('')}`
}

function section({ title, about, causes }: typeof parts[number]): string {
  const rows = causes.map(({ id, explanation, fix }) => `| \`${id}\` | ${cell(explanation)} | ${cell(fix)} |`)
  return `\n## ${title}\n${about}\n\n| cause | what happened | what to do |\n|---|---|---|\n${rows.join('\n')}\n`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
