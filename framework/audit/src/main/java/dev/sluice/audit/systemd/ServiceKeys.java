package dev.sluice.audit.systemd;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The keys that systemd knows in {@code [Service]}. */
final class ServiceKeys {
  private static final String SYSTEMD_252 =
      "AllowedCPUs AllowedMemoryNodes AmbientCapabilities AppArmorProfile "
          + "BPFProgram BindPaths BindReadOnlyPaths BlockIOAccounting "
          + "BlockIODeviceWeight BlockIOReadBandwidth BlockIOWeight "
          + "BlockIOWriteBandwidth BusName CPUAccounting CPUAffinity CPUQuota "
          + "CPUQuotaPeriodSec CPUSchedulingPolicy CPUSchedulingPriority "
          + "CPUSchedulingResetOnFork CPUShares CPUWeight CacheDirectory "
          + "CacheDirectoryMode CapabilityBoundingSet ConfigurationDirectory "
          + "ConfigurationDirectoryMode CoredumpFilter DefaultMemoryLow "
          + "DefaultMemoryMin Delegate DeviceAllow DevicePolicy DisableControllers "
          + "DynamicUser Environment EnvironmentFile ExecCondition ExecPaths "
          + "ExecReload ExecSearchPath ExecStart ExecStartPost ExecStartPre ExecStop "
          + "ExecStopPost ExitType ExtensionDirectories ExtensionImages FailureAction "
          + "FileDescriptorStoreMax FinalKillSignal Group GuessMainPID IOAccounting "
          + "IODeviceLatencyTargetSec IODeviceWeight IOReadBandwidthMax IOReadIOPSMax "
          + "IOSchedulingClass IOSchedulingPriority IOWeight IOWriteBandwidthMax "
          + "IOWriteIOPSMax IPAccounting IPAddressAllow IPAddressDeny "
          + "IPCNamespacePath IPEgressFilterPath IPIngressFilterPath IgnoreSIGPIPE "
          + "InaccessibleDirectories InaccessiblePaths KeyringMode KillMode "
          + "KillSignal LimitAS LimitCORE LimitCPU LimitDATA LimitFSIZE LimitLOCKS "
          + "LimitMEMLOCK LimitMSGQUEUE LimitNICE LimitNOFILE LimitNPROC LimitRSS "
          + "LimitRTPRIO LimitRTTIME LimitSIGPENDING LimitSTACK LoadCredential "
          + "LoadCredentialEncrypted LockPersonality LogExtraFields LogLevelMax "
          + "LogNamespace LogRateLimitBurst LogRateLimitIntervalSec LogsDirectory "
          + "LogsDirectoryMode ManagedOOMMemoryPressure ManagedOOMMemoryPressureLimit "
          + "ManagedOOMPreference ManagedOOMSwap MemoryAccounting "
          + "MemoryDenyWriteExecute MemoryHigh MemoryLimit MemoryLow MemoryMax "
          + "MemoryMin MemorySwapMax MountAPIVFS MountFlags MountImages NUMAMask "
          + "NUMAPolicy NetworkNamespacePath Nice NoExecPaths NoNewPrivileges "
          + "NonBlocking NotifyAccess OOMPolicy OOMScoreAdjust PAMName PIDFile "
          + "PassEnvironment PermissionsStartOnly Personality PrivateDevices "
          + "PrivateIPC PrivateMounts PrivateNetwork PrivateTmp PrivateUsers "
          + "ProcSubset ProtectClock ProtectControlGroups ProtectHome ProtectHostname "
          + "ProtectKernelLogs ProtectKernelModules ProtectKernelTunables ProtectProc "
          + "ProtectSystem ReadOnlyDirectories ReadOnlyPaths ReadWriteDirectories "
          + "ReadWritePaths RebootArgument RemainAfterExit RemoveIPC Restart "
          + "RestartForceExitStatus RestartKillSignal RestartPreventExitStatus "
          + "RestartSec RestrictAddressFamilies RestrictFileSystems "
          + "RestrictNamespaces RestrictNetworkInterfaces RestrictRealtime "
          + "RestrictSUIDSGID RootDirectory RootDirectoryStartOnly RootHash "
          + "RootHashSignature RootImage RootImageOptions RootVerity RuntimeDirectory "
          + "RuntimeDirectoryMode RuntimeDirectoryPreserve RuntimeMaxSec "
          + "RuntimeRandomizedExtraSec SELinuxContext SecureBits SendSIGHUP "
          + "SendSIGKILL SetCredential SetCredentialEncrypted Slice SmackProcessLabel "
          + "SocketBindAllow SocketBindDeny Sockets StandardError StandardInput "
          + "StandardInputData StandardInputText StandardOutput StartLimitAction "
          + "StartLimitBurst StartLimitInterval StartupAllowedCPUs "
          + "StartupAllowedMemoryNodes StartupBlockIOWeight StartupCPUShares "
          + "StartupCPUWeight StartupIOWeight StateDirectory StateDirectoryMode "
          + "SuccessExitStatus SupplementaryGroups SyslogFacility SyslogIdentifier "
          + "SyslogLevel SyslogLevelPrefix SystemCallArchitectures "
          + "SystemCallErrorNumber SystemCallFilter SystemCallLog TTYColumns TTYPath "
          + "TTYReset TTYRows TTYVHangup TTYVTDisallocate TasksAccounting TasksMax "
          + "TemporaryFileSystem TimeoutAbortSec TimeoutCleanSec TimeoutSec "
          + "TimeoutStartFailureMode TimeoutStartSec TimeoutStopFailureMode "
          + "TimeoutStopSec TimerSlackNSec Type UMask USBFunctionDescriptors "
          + "USBFunctionStrings UnsetEnvironment User UtmpIdentifier UtmpMode "
          + "WatchdogSec WatchdogSignal WorkingDirectory";

  /** Keys that came later. */
  private static final String NEWER =
      "CoredumpReceive DefaultStartupMemoryLow DelegateSubgroup "
          + "ExtensionImagePolicy FileDescriptorStorePreserve ImportCredential "
          + "ManagedOOMMemoryPressureDurationSec MemoryKSM MemoryPressureThresholdSec "
          + "MemoryPressureWatch MemoryZSwapMax MemoryZSwapWriteback MountImagePolicy "
          + "NFTSet OpenFile PrivatePIDs ReloadSignal RestartMaxDelaySec RestartMode "
          + "RestartSteps RootEphemeral RootImagePolicy SetLoginEnvironment "
          + "StartupMemoryHigh StartupMemoryLow StartupMemoryMax StartupMemorySwapMax "
          + "StartupMemoryZSwapMax SurviveFinalKillSignal";

  /** All of them. */
  static final Set<String> KNOWN = known();

  /** Those that decide how the service stops: in another section they do nothing. */
  static final Set<String> OF_STOPS =
      Set.of(
          "TimeoutStopSec",
          "TimeoutSec",
          "TimeoutStopFailureMode",
          "ExecStop",
          "ExecStart",
          "KillMode",
          "KillSignal",
          "FinalKillSignal",
          "RestartKillSignal",
          "SendSIGKILL",
          "RuntimeMaxSec");

  private ServiceKeys() {}

  private static Set<String> known() {
    Set<String> known = new LinkedHashSet<>(List.of(SYSTEMD_252.split(" ")));
    known.addAll(List.of(NEWER.split(" ")));
    return Set.copyOf(known);
  }
}
