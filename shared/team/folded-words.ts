/** Words as the team journal keeps and looks for them: the engine itself knows nothing of accents. */

/** Most words that are kept of one event, or looked for at once. */
const mostWords = 500

/** Lower case, without accents, letters and digits alone, each word once, separated by spaces. */
export function foldedWords(text: string): string {
  const words = withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, 64)))].slice(0, mostWords).join(' ')
}

/** Before the text is taken apart, too: to put many marks on one letter in order takes time that grows faster. */
function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '')
}
