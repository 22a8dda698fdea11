/** The sender of a call, as Electron reports it. */
export interface CallEvent {
  readonly sender: unknown
  readonly senderFrame: { readonly origin: string; readonly parent: unknown } | null
}

/** The only page that may call: its origin as text, and the window's own web contents. */
export interface OwnPage {
  readonly origin: string
  isSender(sender: unknown): boolean
}

/** True for a call from the top frame of our own page in our own window. */
export function isFromOwnPage(event: CallEvent, page: OwnPage): boolean {
  try {
    const frame = event.senderFrame
    // SECURITY: compares origins as text, because URL gives every address of a custom scheme the origin "null". A
    // subframe is refused even with the correct origin.
    return frame !== null && frame.origin === page.origin && frame.parent === null && page.isSender(event.sender)
  } catch {
    // Electron throws if the frame was removed before this check.
    return false
  }
}
