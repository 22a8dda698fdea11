/** The id of the application for the system, the same as in `electron-builder.yml`. Windows requires it for notices. */
export const applicationId = 'app.gateway-console'
