/** "GCJB" in the file's header: distinguishes a journal from any other SQLite file. */
export const applicationId = 0x47434a42

/** "GCJ1" to "GCJA": journals of development versions, which were never released. None of them is opened. */
export const developmentApplicationIds = [
  0x47434a31, 0x47434a32, 0x47434a33, 0x47434a34, 0x47434a35, 0x47434a36, 0x47434a37,
  0x47434a38, 0x47434a39, 0x47434a41,
]

/** True for the id of a journal that a development version created. */
export function isOfDevelopment(id: number): boolean {
  return developmentApplicationIds.includes(id)
}
