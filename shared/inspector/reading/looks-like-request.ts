/** Recognises a pasted request without reading it, in linear time. */
import { looksLikeCallback } from '../../gateway/callbacks/callback.ts'

const command = /^\s*(?:[$>#%]\s{1,4}|PS [^>\n]{0,200}>\s{1,4})?(?:curl(?:\.exe)?|Invoke-(?:WebRequest|RestMethod)|iwr|irm)\s/i
const requestLine = /^\s*(?:GET|POST|PUT|DELETE|PATCH|HEAD)(?:[ \t]+(?:https?:\/\/|\/)|&https?(?:%3A|:))/i
const header = /^[ \t]*(?:authorization[ \t]*:|control[ \t]*[:=])[ \t]*\S/im
const oauthHeader = /\bOAuth\s{1,4}(?:realm|oauth_\w{1,40})\s{0,4}=/i
const signedForm = /[\w%]&control=[\da-f]{8}/i

/** True for text that begins as a curl or PowerShell command, a request on the wire or a base string. */
export function beginsAsRequest(text: string): boolean {
  return command.test(text) || requestLine.test(text)
}

/** True also for a header that signs a request, or a signed form; false for a callback. */
export function looksLikeRequest(text: string): boolean {
  if (beginsAsRequest(text) || oauthHeader.test(text)) return true
  return !looksLikeCallback(text) && (header.test(text) || signedForm.test(text))
}
