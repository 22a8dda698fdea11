/** The page `docs/calls.md` from the contract: `npm run docs`. */
import type { Authority, Rule } from '../../shared/ipc/authority.ts'
import { calls, type CallName } from '../../shared/ipc/contract.ts'

/** The whole page as Markdown. */
export function callsPage(): string {
  const rows = (Object.keys(calls) as CallName[]).toSorted().map((name) => {
    const { who, whileLocked, protection, proof, box }: Authority<never> = calls[name].authority
    const boxText = box.kind === 'itself' ? `${words(box.when)}, in its course` : words(box.when)
    return `| \`${name}\` | ${who} | ${whileLocked} | ${words(protection)} | ${words(proof)} | ${boxText} |`
  })
  return `# Calls of the page

Generated from the contract of the bridge (\`shared/ipc\`) by \`npm run docs\`; a test fails when the two differ. Every call that
the page can make declares who may make it; a call without a decision does not compile.
\`test/node/desk/access/authority.test.ts\` makes each as every role, on a locked desk, with an old proof, with
a refused message box, and from another frame.

* *passphrase*: refused on a desk that no passphrase protects, where there is a keychain.
* *proof*: asks for the passphrase again unless it was given within the last five minutes. A desk without one has none to ask for.
* *message box*: a person confirms it in a box of the system, which the page cannot press. What does not fit into a box is refused;
  a profile that is confirmed as a whole, and missing profiles, take several boxes in turn.

| call | who | on a locked desk | passphrase | proof | message box |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

function words({ words: text }: Rule<never>): string {
  return text === 'never' ? '' : text
}
