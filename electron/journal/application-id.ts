/** "GCJ2" in the file's header: distinguishes a journal from any other SQLite file. */
export const applicationId = 0x47434a32

/** "GCJ1", the id of journals of development versions, which were never released: none of them is opened. */
export const developmentApplicationId = 0x47434a31
