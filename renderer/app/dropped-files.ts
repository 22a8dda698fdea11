/**
 * Refuses dropped files everywhere: there is no drop zone, and a dropped file would replace the page. Text may be
 * dropped into fields. Returns the function that ends it.
 */
export function refuseDroppedFiles(page: Document): () => void {
  const refuse = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  page.addEventListener('dragover', refuse)
  page.addEventListener('drop', refuse)
  return () => {
    page.removeEventListener('dragover', refuse)
    page.removeEventListener('drop', refuse)
  }
}
