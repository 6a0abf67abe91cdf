@echo off
rem Runs the command line from this checkout; installs and builds first when something changed.
node "%~dp0scripts\ensure.mjs" || exit /b 1
node "%~dp0dist\tandem.cjs" %*
