/** The browser's list of this page's addresses (Navigation API); TypeScript has no types for it. */
interface Addresses {
  entries(): readonly { readonly key: string; readonly index: number }[]
  traverseTo(key: string): { readonly finished: Promise<unknown> }
  readonly currentEntry: { readonly index: number } | null
}

/**
 * Empties the page after the desk was locked: removes every address (they name orders and cards) from the window's
 * history, then reloads the page at the first screen. Never resolves, as the page ends. SECURITY: the reload discards
 * drafts, stores and all other memory of the page, so no part has to be cleared one by one.
 */
export async function blankPage(): Promise<void> {
  await forgetAddresses()
  window.location.reload()
}

async function forgetAddresses(): Promise<void> {
  const addresses = (window as { readonly navigation?: Addresses }).navigation
  const first = addresses?.entries().at(0)
  const isElsewhere = first !== undefined && first.index !== addresses?.currentEntry?.index
  try {
    if (isElsewhere) await addresses?.traverseTo(first.key).finished
  } catch {
    // A failure must not prevent the reload: the addresses alone show nothing while the desk is locked.
  }
  // A new entry removes the entries behind it.
  window.history.replaceState(null, '', '#/')
  window.history.pushState(null, '', '#/')
}
