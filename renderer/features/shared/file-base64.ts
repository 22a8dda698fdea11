/** The content of a file as base64; null where it cannot be read. */
export function base64Of(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => { resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null) }
    reader.onerror = () => { resolve(null) }
    reader.readAsDataURL(file)
  })
}
