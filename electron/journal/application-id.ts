/** "GCJ1" in the file's header: tells a journal from any other SQLite file. */
export const applicationId = 0x47434a31
