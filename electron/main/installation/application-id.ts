/** The id of the application for the system, as `electron-builder.yml` has it: Windows shows notices only by it. */
export const applicationId = 'app.gateway-console'
