import { runnerMain } from '@tandem/runner';

/** `node-runner-child PROJECT_PATH ENV_NAME [LOG_FILE]`: our runner on standard streams. */
const [projectPath = '', envName = '', logFilePath] = process.argv.slice(2);
const place = { projectPath, envName, ...(logFilePath !== undefined && { logFilePath }) };
void runnerMain({ ...place, logLevel: 'debug' }).then((code) => process.exit(code));
