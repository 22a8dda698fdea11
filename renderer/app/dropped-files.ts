/**
 * Refuses dropped files, which would replace the page, except where a drop zone has handled them. Text may be dropped
 * into fields. Returns the function that removes the listeners.
 */
export function refuseDroppedFiles(page: Document): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return
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
