/**
 * Lets files be dropped nowhere: there is no drop zone, and a file that is dropped beside one must not take the page's
 * place. Text may be dropped into fields as usual. Answers the function that ends it.
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
