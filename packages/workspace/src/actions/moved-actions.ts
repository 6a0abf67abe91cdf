/**
 * Actions that moved between packages: the module they were defined in below `finecode_extension_api`, and the path
 * they have now. The old names are in user scripts and in editors that people keep.
 */
export const movedActions: readonly {
  readonly className: string;
  /** Undefined for an action that was only ever named through the package. */
  readonly module: string | undefined;
  readonly source: string;
}[] = [
  {
    className: 'BuildArtifactAction',
    module: 'actions.artifact.build_artifact_action',
    source: 'fine_src_artifacts.BuildArtifactAction',
  },
  {
    className: 'CleanServiceLogsAction',
    module: 'actions.observability.clean_service_logs_action',
    source: 'fine_logs.CleanServiceLogsAction',
  },
  {
    className: 'CleanServicesLogsAction',
    module: 'actions.observability.clean_services_logs_action',
    source: 'fine_logs.CleanServicesLogsAction',
  },
  {
    className: 'CreateEnvAction',
    module: 'actions.environments.create_env_action',
    source: 'fine_envs.CreateEnvAction',
  },
  {
    className: 'CreateEnvsAction',
    module: 'actions.environments.create_envs_action',
    source: 'fine_envs.CreateEnvsAction',
  },
  {
    className: 'DiscoverWalSourcesAction',
    module: 'actions.observability.discover_wal_sources_action',
    source: 'fine_wal_events.DiscoverWalSourcesAction',
  },
  {
    className: 'DumpConfigAction',
    module: 'actions.system.dump_config_action',
    source: 'fine_envs.DumpConfigAction',
  },
  {
    className: 'FormatAction',
    module: 'actions.code_quality.format_action',
    source: 'fine_format.FormatAction',
  },
  {
    className: 'FormatFileAction',
    module: 'actions.code_quality.format_file_action',
    source: 'fine_format.FormatFileAction',
  },
  {
    className: 'FormatFilesAction',
    module: 'actions.code_quality.format_files_action',
    source: 'fine_format.FormatFilesAction',
  },
  {
    className: 'GetCodeActionsAction',
    module: 'actions.code_quality.get_code_actions_action',
    source: 'fine_lint.GetCodeActionsAction',
  },
  {
    className: 'GetDistArtifactVersionAction',
    module: 'actions.publishing.get_dist_artifact_version_action',
    source: 'fine_dist_artifacts.GetDistArtifactVersionAction',
  },
  {
    className: 'GetLintFixesAction',
    module: 'actions.code_quality.get_lint_fixes_action',
    source: 'fine_lint.GetLintFixesAction',
  },
  {
    className: 'GetServiceLogsAction',
    module: 'actions.observability.get_service_logs_action',
    source: 'fine_logs.GetServiceLogsAction',
  },
  {
    className: 'GetSrcArtifactLanguageAction',
    module: 'actions.artifact.get_src_artifact_language_action',
    source: 'fine_src_artifacts.GetSrcArtifactLanguageAction',
  },
  {
    className: 'GetSrcArtifactRegistriesAction',
    module: 'actions.artifact.get_src_artifact_registries_action',
    source: 'fine_src_artifacts.GetSrcArtifactRegistriesAction',
  },
  {
    className: 'GetSrcArtifactVersionAction',
    module: 'actions.artifact.get_src_artifact_version_action',
    source: 'fine_src_artifacts.GetSrcArtifactVersionAction',
  },
  {
    className: 'GroupSrcArtifactFilesByLangAction',
    module: 'actions.artifact.group_src_artifact_files_by_lang_action',
    source: 'fine_src_artifacts.GroupSrcArtifactFilesByLangAction',
  },
  {
    className: 'IngestWalToStoreAction',
    module: 'actions.observability.ingest_wal_to_store_action',
    source: 'fine_wal_events.IngestWalToStoreAction',
  },
  {
    className: 'InitRepositoryProviderAction',
    module: 'actions.publishing.init_repository_provider_action',
    source: 'fine_dist_artifacts.InitRepositoryProviderAction',
  },
  {
    className: 'InstallDepsInEnvAction',
    module: 'actions.environments.install_deps_in_env_action',
    source: 'fine_envs.InstallDepsInEnvAction',
  },
  {
    className: 'InstallEnvAction',
    module: 'actions.environments.install_env_action',
    source: 'fine_envs.InstallEnvAction',
  },
  {
    className: 'InstallEnvsAction',
    module: 'actions.environments.install_envs_action',
    source: 'fine_envs.InstallEnvsAction',
  },
  {
    className: 'InstallGitHooksAction',
    module: 'actions.system.install_git_hooks_action',
    source: 'fine_git_hooks.InstallGitHooksAction',
  },
  {
    className: 'IsArtifactPublishedToRegistryAction',
    module: 'actions.publishing.is_artifact_published_to_registry_action',
    source: 'fine_dist_artifacts.IsArtifactPublishedToRegistryAction',
  },
  { className: 'LintAction', module: 'actions.code_quality.lint_action', source: 'fine_lint.LintAction' },
  {
    className: 'LintFilesAction',
    module: 'actions.code_quality.lint_files_action',
    source: 'fine_lint.LintFilesAction',
  },
  {
    className: 'ListObservabilityServicesAction',
    module: 'actions.observability.list_observability_services_action',
    source: 'fine_logs.ListObservabilityServicesAction',
  },
  {
    className: 'ListSrcArtifactFilesByLangAction',
    module: 'actions.artifact.list_src_artifact_files_by_lang_action',
    source: 'fine_src_artifacts.ListSrcArtifactFilesByLangAction',
  },
  {
    className: 'ListTestsAction',
    module: 'actions.testing.list_tests_action',
    source: 'fine_test.ListTestsAction',
  },
  {
    className: 'PrecommitAction',
    module: 'actions.code_quality.precommit_action',
    source: 'fine_git_hooks.PrecommitAction',
  },
  {
    className: 'PublishArtifactAction',
    module: 'actions.publishing.publish_artifact_action',
    source: 'fine_dist_artifacts.PublishArtifactAction',
  },
  {
    className: 'PublishArtifactToRegistryAction',
    module: 'actions.publishing.publish_artifact_to_registry_action',
    source: 'fine_dist_artifacts.PublishArtifactToRegistryAction',
  },
  {
    className: 'RunTestsAction',
    module: 'actions.testing.run_tests_action',
    source: 'fine_test.RunTestsAction',
  },
  {
    className: 'ServeWalExplorerFromStoreAction',
    module: 'actions.observability.serve_wal_explorer_from_store_action',
    source: 'fine_wal_events.ServeWalExplorerFromStoreAction',
  },
  {
    className: 'TextDocumentInlayHintAction',
    module: 'actions.ide.text_document_inlay_hint',
    source: 'fine_inlay_hints.TextDocumentInlayHintAction',
  },
  {
    className: 'UninstallGitHooksAction',
    module: 'actions.system.uninstall_git_hooks_action',
    source: 'fine_git_hooks.UninstallGitHooksAction',
  },
  {
    className: 'VerifyArtifactPublishedToRegistryAction',
    module: 'actions.publishing.verify_artifact_published_to_registry_action',
    source: 'fine_dist_artifacts.VerifyArtifactPublishedToRegistryAction',
  },
  { className: 'CheckFormattingAction', module: undefined, source: 'fine_format.CheckFormattingAction' },
  {
    className: 'FormatPythonFileAction',
    module: undefined,
    source: 'fine_python_lang.FormatPythonFileAction',
  },
  {
    className: 'GetLintFixesPythonFilesAction',
    module: undefined,
    source: 'fine_python_lang.GetLintFixesPythonFilesAction',
  },
  { className: 'LintPythonFilesAction', module: undefined, source: 'fine_python_lang.LintPythonFilesAction' },
  {
    className: 'LockDependenciesAction',
    module: undefined,
    source: 'fine_src_artifacts.LockDependenciesAction',
  },
  {
    className: 'LockPythonDependenciesAction',
    module: undefined,
    source: 'fine_python_lang.LockPythonDependenciesAction',
  },
];
