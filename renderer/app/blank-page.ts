/** The browser's list of the addresses that this page has been at (Navigation API); TypeScript has no types of it. */
interface Addresses {
  entries(): readonly { readonly key: string; readonly index: number }[]
  traverseTo(key: string): { readonly finished: Promise<unknown> }
  readonly currentEntry: { readonly index: number } | null
}

/**
 * Empties the page after the desk was locked: every address it has been at (they name orders and cards) is taken out of
 * the window's history, then it loads again from nothing, at the first screen. Never answers: the page ends.
 * SECURITY: drafts, stores and whatever else lived in this page's memory end with it; nothing has to be remembered to
 * be cleared.
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
    // Whatever came between: the page still loads again, and the addresses alone show nothing while it is locked.
  }
  // A new entry takes those behind it away.
  window.history.replaceState(null, '', '#/')
  window.history.pushState(null, '', '#/')
}
